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

export const SEATS = 8; // DI-01
export const PLACES = 42; // DI-02
export const CARDS = 49; // DI-03
export const GAMES = 7; // DI-A10
export const EIGHTHS = 8; // DI-A8

/** DI-03: a ring, known by the rank of its value, or a theft. */
export const Card = {
  RING_1: 0,
  RING_2: 1,
  RING_3: 2,
  RING_4: 3,
  RING_5: 4,
  RING_6: 5,
  THEFT: 6,
} as const;
export type Card = (typeof Card)[keyof typeof Card];
export type CardName = "ring-1" | "ring-2" | "ring-3" | "ring-4" | "ring-5" | "ring-6" | "theft";

export const Decline = {
  REDRAW: 0,
  PASS: 1,
} as const;
export type Decline = (typeof Decline)[keyof typeof Decline];
export type DeclineName = "redraw" | "pass";

/** How the last of the agreed games ended (DI-30). */
export const Ending = {
  NOT_OVER: 0,
  PILE_EMPTY: 1,
  DIAMONDS_GONE: 2,
} as const;
export type Ending = (typeof Ending)[keyof typeof Ending];
export type EndingName = "not-over" | "pile-empty" | "diamonds-gone";

export const Kind = {
  DRAW: 0,
  LIFT: 1,
  STEAL: 2,
  DECLINE: 3,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];
export type KindName = "draw" | "lift" | "steal" | "decline";

export const Memory = {
  OWN: 0,
  NOTES: 1,
} as const;
export type Memory = (typeof Memory)[keyof typeof Memory];
export type MemoryName = "own" | "notes";

/** What a try showed to everybody. */
export const Outcome = {
  LOOSE: 0,
  FIXED: 1,
} as const;
export type Outcome = (typeof Outcome)[keyof typeof Outcome];
export type OutcomeName = "loose" | "fixed";

export const Phase = {
  DRAWING: 0,
  TRYING: 1, // a ring was drawn: one diamond must be tried
  STEALING: 2, // a theft was drawn, and it can be used
  OVER: 3,
} as const;
export type Phase = (typeof Phase)[keyof typeof Phase];
export type PhaseName = "drawing" | "trying" | "stealing" | "over";

export const Refusal = {
  LEGAL: 0,
  NOT_YOURS: 1,
  GAME_OVER: 2,
  DRAW_FIRST: 3,
  TRY_A_DIAMOND_FIRST: 4,
  DECIDE_THE_THEFT_FIRST: 5,
  NO_DIAMOND_THERE: 6,
  NO_THEFT_DRAWN: 7,
  NO_SUCH_SEAT: 8,
  OWN_RING: 9,
  NO_SET_RING_THERE: 10,
  NO_EMPTY_RING_OF_THAT_VALUE: 11,
} as const;
export type Refusal = (typeof Refusal)[keyof typeof Refusal];
export type RefusalName =
  | "legal"
  | "not-yours"
  | "game-over"
  | "draw-first"
  | "try-a-diamond-first"
  | "decide-the-theft-first"
  | "no-diamond-there"
  | "no-theft-drawn"
  | "no-such-seat"
  | "own-ring"
  | "no-set-ring-there"
  | "no-empty-ring-of-that-value";

export const TrayKind = {
  FRESH: 0,
  CLASSIC: 1,
} as const;
export type TrayKind = (typeof TrayKind)[keyof typeof TrayKind];
export type TrayKindName = "fresh" | "classic";

/** DI-17: why a theft just drawn is set aside. */
export const Unusable = {
  NO_EMPTY_RING: 0,
  NO_DIAMOND_THAT_FITS: 1,
} as const;
export type Unusable = (typeof Unusable)[keyof typeof Unusable];
export type UnusableName = "no-empty-ring" | "no-diamond-that-fits";

export interface Player {
  set: number[]; // 6; rings with a diamond, by the rank of their value
  empty: number[]; // 6
  dollars: number; // of the games before this one
  rings_set: number; // likewise, for DI-A6
  rings_empty: number;
}

export interface Table {
  rules: number;
  seats: number;
  debts: number;
  decline: Decline;
  tray_kind: TrayKind;
  memory: Memory;
  games: number;
  value: number[]; // 6; content: the dollars printed on the rings
  copies: number[]; // 6; content: how many rings have each value
  game: number; // which of the agreed games is being played
  began: Seat; // who began it
  turn: Seat;
  phase: Phase;
  ending: Ending;
  drawn: number; // cards taken from this game's pile
  card: Card | None; // the card just drawn
  lifted: number; // loose diamonds found in this game
  tray: Tray[]; // 7
  player: Player[]; // 8
}

/** One game's tray (DI-02, DI-04) and pile (DI-05). */
export interface Tray {
  x: (number | Unknown)[]; // 42
  y: (number | Unknown)[]; // 42
  fixed: (number | Unknown)[]; // 42
  gap: (number | Unknown)[]; // 42; the diamond was lifted
  noted: (number | Unknown)[]; // 42; DI-A9 "notes": tried, and it stayed
  pile: (Card | Unknown)[]; // 49; from the top
}

/** From `card` on, fields are filled in when a move is told, never in MOVES. */
export interface Move {
  kind: KindName;
  place?: number | "?"; // diamonds are numbered from 1 for people
  victim?: Seat | "?";
  ring?: CardName | "?";
  card?: CardName | "?";
  dollars?: number | "?";
  outcome?: OutcomeName | "?";
  unusable?: UnusableName | "?";
  left?: number | "?"; // cards in the pile after an unusable theft
}

export const MOVE = { fields: ["place", "victim", "ring", "card", "dollars", "outcome", "unusable", "left"], seats: ["victim"] } as const;
