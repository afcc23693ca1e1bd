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

export const SEATS = 4; // DM-01
export const SIDE = 4; // DM-02
export const ACTIONS = 3; // DM-10
export const TOP_LEVEL = 4; // DM-A11
export const STILL_ROUNDS = 6; // DM-A10
export const PATIENT_ROUNDS = 60; // DM-A10
export const WARNING_ROUNDS = 3; // DM-A10

/** DM-21 to DM-25. */
export const Bonus = {
  DIG: 0,
  TRANSPORT: 1,
  RELOCATE: 2,
  POINT: 3,
  SAMPLE: 4,
} as const;
export type Bonus = (typeof Bonus)[keyof typeof Bonus];
export type BonusName = "dig" | "transport" | "relocate" | "point" | "sample";

export const Ending = {
  NOT_OVER: 0,
  ANNOUNCED: 1, // DM-50
  LAST_TILE: 2, // DM-51, DM-52
  NO_ACTION: 3, // DM-A10: a full round without any
  NO_PROGRESS: 4, // DM-A10: six full rounds without any
} as const;
export type Ending = (typeof Ending)[keyof typeof Ending];
export type EndingName = "not-over" | "announced" | "last-tile" | "no-action" | "no-progress";

export const Fortune = {
  HIDDEN: 0,
  OPEN: 1,
} as const;
export type Fortune = (typeof Fortune)[keyof typeof Fortune];
export type FortuneName = "hidden" | "open";

export const Gear = {
  DIG: 0,
  TRANSPORT: 1,
  FLEET: 2,
} as const;
export type Gear = (typeof Gear)[keyof typeof Gear];
export type GearName = "dig" | "transport" | "fleet";

export const Kind = {
  PLACE: 0,
  DIG: 1,
  TRANSPORT: 2,
  MOVE: 3,
  UPGRADE: 4,
  RELOCATE: 5,
  TAKE_POINT: 6,
  SAMPLE: 7,
  ANNOUNCE: 8,
  END_TURN: 9,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];
export type KindName = "place" | "dig" | "transport" | "move" | "upgrade" | "relocate" | "take-point" | "sample" | "announce" | "end-turn";

export const LastTile = {
  TURN: 0,
  ROUND: 1,
} as const;
export type LastTile = (typeof LastTile)[keyof typeof LastTile];
export type LastTileName = "turn" | "round";

export const Phase = {
  SETTLING: 0, // DM-04: everybody's first station
  ACTING: 1,
  PLACING: 2, // DM-18: the new station comes at once
  LAST_CALL: 3, // DM-A12 "round": the others may only announce
  OVER: 4,
} as const;
export type Phase = (typeof Phase)[keyof typeof Phase];
export type PhaseName = "settling" | "acting" | "placing" | "last-call" | "over";

export const Refusal = {
  LEGAL: 0,
  NOT_YOURS: 1,
  GAME_OVER: 2,
  PLACE_THE_STATION_FIRST: 3,
  NO_STATION_TO_PLACE: 4,
  ONLY_ANNOUNCING_NOW: 5,
  NO_ACTION_LEFT: 6,
  NO_SUCH_BONUS: 7,
  NO_PILE_THERE: 8,
  NO_STATION_OF_YOURS_THERE: 9,
  ALREADY_EXPLORED: 10,
  NOT_YET_EXPLORED: 11,
  LEVEL_TOO_LOW: 12,
  OUT_OF_REACH: 13,
  FULLY_UPGRADED: 14,
  TOO_POOR: 15,
  NO_SUCH_SEAT: 16,
  NO_STATION_THERE: 17,
  NO_SUCH_TILE: 18,
  NOT_THE_TOP_TILE: 19,
  NO_ANNOUNCEMENTS: 20,
  NOT_ENOUGH_FORTUNE: 21,
  NO_STATION_TO_TRANSPORT_WITH: 22,
  NO_STATION_TO_MOVE: 23,
  SAMPLE_ALREADY_EXPLORED: 24,
  NO_PILE_TO_RELOCATE_TO: 25,
  NO_PILE_TO_DIG: 26,
  NO_PILE_TO_TRANSPORT: 27,
} as const;
export type Refusal = (typeof Refusal)[keyof typeof Refusal];
export type RefusalName =
  | "legal"
  | "not-yours"
  | "game-over"
  | "place-the-station-first"
  | "no-station-to-place"
  | "only-announcing-now"
  | "no-action-left"
  | "no-such-bonus"
  | "no-pile-there"
  | "no-station-of-yours-there"
  | "already-explored"
  | "not-yet-explored"
  | "level-too-low"
  | "out-of-reach"
  | "fully-upgraded"
  | "too-poor"
  | "no-such-seat"
  | "no-station-there"
  | "no-such-tile"
  | "not-the-top-tile"
  | "no-announcements"
  | "not-enough-fortune"
  | "no-station-to-transport-with"
  | "no-station-to-move"
  | "sample-already-explored"
  | "no-pile-to-relocate-to"
  | "no-pile-to-dig"
  | "no-pile-to-transport";

export const Sample = {
  ANY: 0,
  TOP: 1,
} as const;
export type Sample = (typeof Sample)[keyof typeof Sample];
export type SampleName = "any" | "top";

export const Site = {
  A1: 0,
  B1: 1,
  C1: 2,
  D1: 3,
  A2: 4,
  B2: 5,
  C2: 6,
  D2: 7,
  A3: 8,
  B3: 9,
  C3: 10,
  D3: 11,
  A4: 12,
  B4: 13,
  C4: 14,
  D4: 15,
} as const;
export type Site = (typeof Site)[keyof typeof Site];
export type SiteName = "a1" | "b1" | "c1" | "d1" | "a2" | "b2" | "c2" | "d2" | "a3" | "b3" | "c3" | "d3" | "a4" | "b4" | "c4" | "d4";

export const Standstill = {
  ENDS: 0,
  PLAYS_ON: 1,
} as const;
export type Standstill = (typeof Standstill)[keyof typeof Standstill];
export type StandstillName = "ends" | "plays-on";

/** A site's tiles, lowest first; what is above `height` has been taken. */
export interface Pile {
  height: number;
  explored: number; // the top tile lies face up
  tile: (number | None | Unknown)[]; // 3; which tile
  back: (number | None | Unknown)[]; // 3; its dig difficulty, which can be open when its front is not
  seen_by: number[]; // 3; DM-A15: who took a soil sample of it
}

export interface Player {
  fortune: number | Unknown;
  level: number[]; // 3
  stations: number[]; // 16
}

export interface Table {
  rules: number;
  seats: number;
  sample: Sample;
  fortune: Fortune;
  last_tile: LastTile;
  standstill: Standstill;
  goal: number[]; // 3; content: for two, three and four players
  cost: number[]; // 3; content: from level 1, 2 and 3
  tile: Tile[]; // 48; content
  first: Seat;
  turn: Seat;
  phase: Phase;
  ending: Ending;
  announcer: Seat | None;
  actions: number; // left in this turn
  bonus: number[]; // 5; held in this turn
  acted: number; // an action was taken in this turn
  progressed: number; // a dig, a transport or an upgrade among them
  idle: number; // turns in a row without an action
  still: number; // turns in a row without progress
  to_call: number; // DM-A12 "round": seats that may still announce
  tiles_left: number;
  points: number; // extra points taken, by everybody
  taken: number[]; // 48; tiles transported, which everybody saw
  holder: (Seat | None)[]; // 48; DM-13, DM-52: before whom each of them lies
  pile: Pile[]; // 16
  player: Player[]; // 4
}

/** Content: one exploration tile; `dig` is on its back, the rest on its front. */
export interface Tile {
  dig: number;
  transport: number;
  fortune: number;
  bonus: Bonus | None;
}

/** From `dig` on, fields are filled in when a move is told, never in MOVES. */
export interface Move {
  kind: KindName;
  start?: SiteName | "?";
  site?: SiteName | "?";
  depth?: number | "?"; // 1 is the lowest tile
  gear?: GearName | "?";
  owner?: Seat | "?";
  dig?: number | "?";
  transport?: number | "?";
  fortune?: number | "?";
  bonus?: BonusName | "?";
  kept?: number | "?"; // DM-40: by the player who transports, where others share
  share?: number | "?"; // of each of the others, clockwise
  second?: Seat | "?";
  third?: Seat | "?";
  fourth?: Seat | "?";
}

export const MOVE = { fields: ["start", "site", "depth", "gear", "owner", "dig", "transport", "fortune", "bonus", "kept", "share", "second", "third", "fourth"], seats: ["owner", "second", "third", "fourth"] } as const;
