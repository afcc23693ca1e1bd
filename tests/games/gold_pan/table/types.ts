// Made by `make types` from this game's parts.py and secrets.py: change that, not this.

export const UNKNOWN = -128; // in a view: not for this seat to know
export const NONE = -127; // nothing there
export const CHANCE = -126; // throws dice, shuffles
export const HAND = -125; // decides whether a steal was clean
export const TIME = -124; // turns up when the sand is out
export const NOBODY = -123; // the game is over
export const SPECTATOR = -122; // looks on; only ever asks for a view
export const NEVER = 2147483647; // a time that does not come

export type Unknown = typeof UNKNOWN;
export type None = typeof NONE;
export type Seat = number; // from 0

export const SEATS = 4; // GP-01
export const FACES = 6; // GP-11

export const Ending = {
  NOT_OVER: 0,
  GOAL_REACHED: 1, // GP-20
} as const;
export type Ending = (typeof Ending)[keyof typeof Ending];
export type EndingName = "not-over" | "goal-reached";

export const Kind = {
  WASH: 0,
  KEEP: 1,
  FIND: 2,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];
export type KindName = "wash" | "keep" | "find";

export const Phase = {
  CHOOSING: 0,
  WASHING: 1, // the die rolls
  OVER: 2,
} as const;
export type Phase = (typeof Phase)[keyof typeof Phase];
export type PhaseName = "choosing" | "washing" | "over";

export const Refusal = {
  LEGAL: 0,
  NOT_YOURS: 1,
  GAME_OVER: 2,
  PAN_EMPTY: 3,
} as const;
export type Refusal = (typeof Refusal)[keyof typeof Refusal];
export type RefusalName = "legal" | "not-yours" | "game-over" | "pan-empty";

export interface Table {
  rules: number;
  seats: number;
  goal: number; // content
  turn: Seat;
  phase: Phase;
  ending: Ending;
  face: number | None; // of the last wash
  pan: number;
  pouch: number[]; // 4
}

export interface Move {
  kind: KindName;
  face?: number | "?";
}

export const MOVE = { fields: ["face"], seats: [] } as const;
