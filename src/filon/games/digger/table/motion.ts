/** Animations between two views: flying tokens, rolling dice, the end of a turn. */

import { isMove } from '$web/game-log/lines';
import { anchor, fly, pause } from '$web/kit/fly';
import { sound } from '$web/kit/sound';
import { motionDuration } from '$web/settings.svelte';
import type { Line } from '$web/protocol';
import { NAMES, TOKENS, numberOf, type Token } from './gems/gems';
import { SOUNDS } from './sounds';
import { Water, type ColourName, type Move, type Table } from './types';

/** Animations that the board component draws. */
export interface Stage {
  roll(faces: ColourName[], milliseconds: number): void;
  end(kind: 'foul' | 'sand-out' | 'stopped', digger: number, victim: number, left: number, colour?: Token): void; // left: sand in the glass, in hundredths of a second; colour: of the token that a hand pulled
  clock(): number;
}

const FLIGHT = 320; // milliseconds: no longer than the hand is busy
const TUMBLE = 520;
const FLASH = 1100; // so long the thief sees where the token touched

export async function shown(stage: Stage, before: Table, after: Table, lines: readonly Line[], next: AbortSignal): Promise<void> {
  const moves = lines.filter(isMove).map((line) => line.move as unknown as Move);
  const flights = moves.map((move) => happened(stage, before, after, move, moves));
  await Promise.race([Promise.all(flights), until(next)]);
}

const until = (signal: AbortSignal) => new Promise<void>((done) => (signal.aborted ? done() : signal.addEventListener('abort', () => done(), { once: true })));

function happened(stage: Stage, before: Table, after: Table, move: Move, all: Move[]): Promise<unknown> {
  const colour = move.colour as Token;
  switch (move.kind) {
    case 'throw':
      return rolled(stage, after, all);
    case 'take':
      sound(colour === 'water' ? SOUNDS.water : SOUNDS.gem);
      return flown(colour, `pool:${colour}`, colour === 'water' && after.water === Water.AT_ONCE ? 'box' : `loot:${colour}`);
    case 'clean':
      sound(SOUNDS.gem);
      return flown(colour, `crate:${move.victim}:${colour}`, `loot:${colour}`);
    case 'stow':
      return stowed(before.digger, colour);
    case 'stow-all':
      stage.end('stopped', before.digger, -1, sandLeft(before, after));
      return Promise.all(held(before.loot).map((gem, i) => stowed(before.digger, gem, i * 70)));
    case 'stop':
      return ended(stage, 'stopped', before, move, sandLeft(before, after));
    case 'touched':
      return ended(stage, 'foul', before, move);
    case 'sand-out':
      return ended(stage, 'sand-out', before, move);
    default:
      return Promise.resolve();
  }
}

/** Rolls the dice until they may be used. Where motion is off they lie there at once, and the board's text says that they roll. */
function rolled(stage: Stage, after: Table, all: Move[]): Promise<unknown> {
  const wait = Math.max(0, (after.free - stage.clock()) * 10);
  sound(SOUNDS.dice);
  if (!motionDuration(1)) return Promise.resolve();
  stage.roll(all.filter((move) => move.kind === 'die').map((move) => move.colour as ColourName), wait);
  return new Promise((done) => setTimeout(done, wait));
}

function ended(stage: Stage, kind: 'foul' | 'sand-out' | 'stopped', before: Table, move: Move, left = 0): Promise<unknown> {
  sound({ foul: SOUNDS.foul, 'sand-out': SOUNDS.gong, stopped: SOUNDS.stop }[kind]);
  const isFoul = kind === 'foul';
  stage.end(kind, before.digger, isFoul ? Number(move.victim) : -1, left, isFoul ? (move.colour as Token) : undefined);
  if (kind === 'stopped') return Promise.resolve();
  return Promise.all([isFoul && pause(FLASH), ...held(before.loot).map((gem, i) => flown(gem, `loot:${gem}`, `pool:${gem}`, TUMBLE, i * 60))]);
}

/** What ran no more when the turn ended; nothing where the table plays without sand. */
const sandLeft = (before: Table, after: Table) => (after.last_sand < 0 ? 0 : before.turned + after.last_sand * after.pace - after.clock);

function stowed(digger: number, gem: Token, after = 0): Promise<void> {
  sound(gem === 'water' ? SOUNDS.water : SOUNDS.stow);
  return flown(gem, `loot:${gem}`, gem === 'water' ? 'box' : `crate:${digger}:${gem}`, FLIGHT, after);
}

const held = (loot: number[]): Token[] => TOKENS.flatMap((gem) => Array.from({ length: loot[numberOf(gem)]! }, () => gem));

async function flown(gem: Token, from: string, to: string, lasts = FLIGHT, after = 0): Promise<void> {
  const [picture, start, end] = [document.querySelector(`[data-token="${gem}"]`), anchor(from), anchor(to)];
  if (picture && start && end) await fly(picture, start, end, { size: 46, lasts, after });
}

/** The data-anchor of each place that a move is about. */
export function places(move: Move, seat: number): string[] {
  const colour = NAMES.find((name) => name === move.colour);
  switch (move.kind) {
    case 'throw':
    case 'die':
      return ['dice'];
    case 'take':
      return [`pool:${colour}`];
    case 'steal':
    case 'clean':
    case 'touched':
    case 'let-go':
      return [`crate:${move.victim}:${colour}`];
    case 'stow':
      return [colour === 'water' ? 'box' : `crate:${seat}:${colour}`];
    case 'glass':
    case 'sand-out':
      return ['hourglass'];
    default:
      return [`crate:${seat}`];
  }
}
