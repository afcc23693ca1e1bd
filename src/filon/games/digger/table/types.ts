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

export const SEATS = 5; // DG-03
export const DICE = 5; // DG-01
export const QUIET_ROUNDS = 12; // DG-A26
export const PATIENT_ROUNDS = 60; // DG-A26

/** DG-01, DG-02: five tokens, and black on the dice alone. */
export const Colour = {
  WATER: 0,
  GOLD: 1,
  RUBY: 2,
  EMERALD: 3,
  DIAMOND: 4,
  BLACK: 5,
} as const;
export type Colour = (typeof Colour)[keyof typeof Colour];
export type ColourName = "water" | "gold" | "ruby" | "emerald" | "diamond" | "black";

/** How the last turn ended (DG-24). */
export const Ended = {
  NOT_YET: 0,
  STOPPED: 1,
  FOUL: 2,
  SAND_OUT: 3,
} as const;
export type Ended = (typeof Ended)[keyof typeof Ended];
export type EndedName = "not-yet" | "stopped" | "foul" | "sand-out";

export const Ending = {
  NOT_OVER: 0,
  RIVER_DRY: 1, // DG-30
  NO_WATER_TAKEN: 2, // DG-A26
} as const;
export type Ending = (typeof Ending)[keyof typeof Ending];
export type EndingName = "not-over" | "river-dry" | "no-water-taken";

export const HandKind = {
  GESTURE: 0,
  TIMING: 1,
  ROLL: 2,
} as const;
export type HandKind = (typeof HandKind)[keyof typeof HandKind];
export type HandKindName = "gesture" | "timing" | "roll";

export const Kind = {
  GLASS: 0, // Chance: how long this turn's sand runs
  DIE: 1, // Chance: one die comes to rest
  CLEAN: 2, // Hand: the token came away
  TOUCHED: 3, // Hand: a neighbouring stack was touched
  LET_GO: 4, // Hand: the token was let go inside the crate
  SAND_OUT: 5, // Time: the time master calls
  THROW: 6,
  TAKE: 7,
  STEAL: 8,
  STOW: 9,
  STOW_ALL: 10,
  STOP: 11,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];
export type KindName =
  | "glass"
  | "die"
  | "clean"
  | "touched"
  | "let-go"
  | "sand-out"
  | "throw"
  | "take"
  | "steal"
  | "stow"
  | "stow-all"
  | "stop";

export const NoWater = {
  ENDS: 0,
  PLAYS_ON: 1,
} as const;
export type NoWater = (typeof NoWater)[keyof typeof NoWater];
export type NoWaterName = "ends" | "plays-on";

export const Phase = {
  FILLING: 0, // Chance fills the glass for this turn
  READY: 1, // the hourglass still stands (DG-12)
  ROLLING: 2, // Chance has the dice
  DIGGING: 3,
  REACHING: 4, // a hand is in somebody's crate
  STOWING: 5,
  OVER: 6,
} as const;
export type Phase = (typeof Phase)[keyof typeof Phase];
export type PhaseName = "filling" | "ready" | "rolling" | "digging" | "reaching" | "stowing" | "over";

export const Refusal = {
  LEGAL: 0,
  NOT_YOURS: 1,
  GAME_OVER: 2,
  NOT_NOW: 3,
  THROW_FIRST: 4,
  DICE_IN_THE_AIR: 5,
  HAND_BUSY: 6,
  STOWING_HAS_BEGUN: 7,
  NO_THROWS_LEFT: 8,
  NOT_SHOWN_EXACTLY_ONCE: 9,
  ALREADY_USED: 10,
  POOL_EMPTY: 11,
  POOL_CLOSED: 12,
  NO_SINGLE_BLACK: 13,
  WATER_IS_NEVER_STOLEN: 14,
  OWN_CRATE: 15,
  NO_SUCH_SEAT: 16,
  NOTHING_TO_STEAL: 17,
  ALREADY_ROBBED: 18,
  NOT_IN_THE_LOOT: 19,
  STOW_EVERYTHING_FIRST: 20,
  ONE_BY_ONE: 21,
  ALL_AT_ONCE: 22,
  NO_NEIGHBOUR: 23,
  NO_SUCH_GLASS: 24,
  SAND_STILL_RUNS: 25,
} as const;
export type Refusal = (typeof Refusal)[keyof typeof Refusal];
export type RefusalName =
  | "legal"
  | "not-yours"
  | "game-over"
  | "not-now"
  | "throw-first"
  | "dice-in-the-air"
  | "hand-busy"
  | "stowing-has-begun"
  | "no-throws-left"
  | "not-shown-exactly-once"
  | "already-used"
  | "pool-empty"
  | "pool-closed"
  | "no-single-black"
  | "water-is-never-stolen"
  | "own-crate"
  | "no-such-seat"
  | "nothing-to-steal"
  | "already-robbed"
  | "not-in-the-loot"
  | "stow-everything-first"
  | "one-by-one"
  | "all-at-once"
  | "no-neighbour"
  | "no-such-glass"
  | "sand-still-runs";

export const River = {
  END_OF_TURN: 0,
  ONCE_DRY: 1,
} as const;
export type River = (typeof River)[keyof typeof River];
export type RiverName = "end-of-turn" | "once-dry";

export const Sand = {
  GLASS: 0,
  EXACT: 1,
} as const;
export type Sand = (typeof Sand)[keyof typeof Sand];
export type SandName = "glass" | "exact";

export const Steal = {
  ONE: 0,
  EACH: 1,
} as const;
export type Steal = (typeof Steal)[keyof typeof Steal];
export type StealName = "one" | "each";

export const Stowing = {
  BY_HAND: 0,
  WHOLE: 1,
} as const;
export type Stowing = (typeof Stowing)[keyof typeof Stowing];
export type StowingName = "by-hand" | "whole";

/** What has become of a colour in this throw. */
export const Use = {
  UNUSED: 0,
  ROBBING: 1, // DG-A1 "each": pulled from somebody, others may follow, the pool is closed
  USED: 2,
} as const;
export type Use = (typeof Use)[keyof typeof Use];
export type UseName = "unused" | "robbing" | "used";

export const Water = {
  STOWED: 0,
  AT_ONCE: 1,
} as const;
export type Water = (typeof Water)[keyof typeof Water];
export type WaterName = "stowed" | "at-once";

export interface Player {
  crate: number[]; // 5; water's place stays empty
  value: number[]; // 5
  hand: HandKind;
}

export interface Table {
  rules: number;
  seats: number;
  steal: Steal;
  water: Water;
  river: River;
  glass: Sand;
  pace: number;
  most_throws: number;
  stowing: Stowing;
  no_water: NoWater;
  shift: number[]; // 5; content: steps of each gem around the crate from the order of the colours (DG-A20)
  faces: number[]; // 6; content: faces of a die per colour
  exact: number; // content: the sand, in hundredths of a second
  shortest: number;
  longest: number;
  air: number; // content: the least times, in hundredths of a second
  take: number;
  pull: number;
  stow: number;
  touched: number; // content: an average hand's touches in a hundred
  digger: Seat;
  phase: Phase;
  ending: Ending;
  clock: number; // stamped by the house before each move
  turned: number; // when the hourglass was turned
  free: number; // until then dice are in the air, or the hand is busy
  sand: number | None | Unknown; // this turn's glass
  last_sand: number | None; // the glass of the turn before
  last_turn: Ended;
  throws: number; // as many as the sand allows (DG-13)
  resting: number;
  shown: number[]; // 6
  used: Use[]; // 5
  robbed: number[][]; // 5 x 5
  pool: number[]; // 5
  loot: number[]; // 5
  box: number;
  boxed: number; // water that went into the box in this turn
  ran_dry: number; // the pool was without water at some moment of this turn
  quiet: number; // turns in a row without water for the box
  colour: Colour | None; // what is being pulled
  victim: Seat | None; // and from whose crate
  player: Player[]; // 5
}

/** `seconds` and `tenths` are filled in when a move is told, never in MOVES. */
export interface Move {
  kind: KindName;
  colour?: ColourName | "?";
  victim?: Seat | "?";
  sand?: number | "?";
  seconds?: number | "?"; // what STOP left in the glass
  tenths?: number | "?";
}

export const MOVE = { fields: ["colour", "victim", "sand", "seconds", "tenths"], seats: ["victim"] } as const;
