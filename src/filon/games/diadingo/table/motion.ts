/** Animations: cards turned up, diamonds that come loose or stay, thefts. */

import type { Animator } from '$web/board';
import { isMove } from '$web/game-log/lines';
import { anchor, fly, ghost, pause } from '$web/kit/fly';
import { sound } from '$web/kit/sound';
import { motionDuration } from '$web/settings.svelte';
import type { MovedLine } from '$web/protocol';
import { heapAt, NAMES } from './rings/rings';
import { SOUNDS } from './sounds';
import type { Move, Table } from './types';

export interface Stage {
  isOwn: (seat: number) => boolean;
  tried: (place: number, isOn: boolean) => void; // points at the diamond that is being tried
  shown: (line: MovedLine) => void;
}

const TENSION = { own: 1000, others: 650 }; // milliseconds before a diamond gives or holds, whichever it will be
const SVG = 'http://www.w3.org/2000/svg';

export function animator(stage: Stage): Animator<Table> {
  return async (before, after, lines) => {
    if (!motionDuration(1)) return; // the board shows by itself what happened, without motion
    for (const line of lines.filter(isMove)) {
      stage.shown(line);
      await played(line.move as unknown as Move, line.seat, stage);
    }
    if (after.game !== before.game) await revealed(after, before.game, stage);
  };
}

async function played(move: Move, seat: number, stage: Stage): Promise<void> {
  if (move.kind === 'draw') return drawn();
  if (move.kind === 'lift' && typeof move.place === 'number') return lifted(move.place, move.outcome === 'loose', seat, stage);
  if (move.kind === 'steal') return stolen(Number(move.victim), NAMES.findIndex((name) => name === move.ring), seat);
  if (move.kind === 'decline') await vanished(anchor('card'));
}

function picture(name: string): SVGElement {
  const made = document.createElementNS(SVG, 'svg');
  const used = document.createElementNS(SVG, 'use');
  used.setAttribute('href', `#di-${name}`);
  made.append(used);
  return made;
}

async function drawn(): Promise<void> {
  const [pile, card] = [anchor('pile'), anchor('card')];
  const back = pile?.querySelector('[data-back]');
  sound(SOUNDS.card);
  if (pile && card && back) await fly(back, pile, card, { lasts: 260 });
}

// A try

const straining = new Map<number, { motion: Animation; since: number }>();
const gemOf = (place: number) => anchor(`diamond-${place}`)?.querySelector<SVGElement>('.gem');

/** Shakes a diamond while its try is decided; the same for every diamond, so that it reveals nothing. */
export function strain(place: number): void {
  const gem = gemOf(place);
  const lasts = motionDuration(640);
  if (!gem || !lasts || straining.has(place)) return;
  const steps = [0, -5, 6, -8, 9, -11, 12, -10, 0].map((turn, i) => ({ transform: `rotate(${turn}deg) translateY(${-i / 2}px) scale(${1.04 + i / 60})` }));
  straining.set(place, { motion: gem.animate(steps, { duration: lasts, iterations: Infinity, direction: 'alternate' }), since: performance.now() });
  sound(SOUNDS.strain);
}

export function relax(place: number): void {
  straining.get(place)?.motion.cancel();
  straining.delete(place);
}

async function lifted(place: number, isLoose: boolean, seat: number, stage: Stage): Promise<void> {
  stage.tried(place, true);
  strain(place);
  const since = straining.get(place)?.since ?? 0;
  const lasts = motionDuration(stage.isOwn(seat) ? TENSION.own : TENSION.others);
  await new Promise((done) => setTimeout(done, Math.max(0, lasts - (performance.now() - since))));
  relax(place);
  stage.tried(place, false);
  const gem = gemOf(place);
  if (gem) await (isLoose ? gave(gem, seat) : held(gem, seat));
}

async function gave(gem: SVGElement, seat: number): Promise<void> {
  const [card, brilliant] = [anchor('card'), picture('brilliant')];
  sound(SOUNDS.pop);
  sparkle(gem);
  const rising = gem.animate([{ transform: 'none' }, { transform: 'translateY(-70%) scale(1.7)' }], { duration: motionDuration(200), easing: 'ease-out', fill: 'forwards' });
  await rising.finished;
  const from = gem.getBoundingClientRect();
  const gone = gem.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 1, fill: 'forwards' });
  if (card) await fly(brilliant, from, card, { size: 44, lasts: 360 });
  sound(SOUNDS.clink);
  await taken(seat, brilliant);
  rising.cancel();
  gone.cancel();
}

async function held(gem: SVGElement, seat: number): Promise<void> {
  sound(SOUNDS.stuck);
  const steps = ['none', 'translateY(-16%) scale(1.2)', 'translateY(6%) scale(.94)', 'translateX(-7%)', 'translateX(6%)', 'none'];
  await gem.animate(steps.map((transform) => ({ transform })), { duration: motionDuration(320), easing: 'ease-out' }).finished;
  await taken(seat);
}

/** Flies the ring just drawn to its player, with its diamond or without. */
async function taken(seat: number, diamond?: Element): Promise<void> {
  const [card, to] = [anchor('card'), anchor(`rings-${seat}`) ?? anchor(`seat-${seat}`)];
  const ring = card?.querySelector('.ring');
  if (!card || !ring || !to) return;
  const away = ring.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 1, fill: 'forwards' });
  await Promise.all([fly(ring, card, to, { size: 64, lasts: 280 }), diamond && fly(diamond, card, to, { size: 36, lasts: 280 })]);
  away.cancel();
}

function sparkle(at: Element): void {
  const box = at.getBoundingClientRect();
  for (let i = 0; i < 8; i++) {
    const spark = ghost(picture('spark'), new DOMRect(box.x + box.width / 2 - 8, box.y + box.height / 2 - 8, 16, 16));
    const [x, y] = [Math.cos((i * Math.PI) / 4) * box.width, Math.sin((i * Math.PI) / 4) * box.width];
    const there = spark.style.transform;
    const steps = [{ transform: `${there} scale(.4)`, opacity: 1 }, { transform: `${there} translate(${x}px, ${y}px) scale(1.2) rotate(90deg)`, opacity: 0 }];
    void spark.animate(steps, { duration: motionDuration(520), easing: 'ease-out' }).finished.finally(() => spark.remove());
  }
}

// Thefts

async function stolen(victim: number, rank: number, thief: number): Promise<void> {
  const [card, robbed] = [anchor('card'), anchor(heapAt(victim, rank, true)) ?? anchor(`seat-${victim}`)];
  const own = anchor(heapAt(thief, rank, false)) ?? anchor(`seat-${thief}`);
  if (!card || !robbed || !own) return;
  sound(SOUNDS.sneak);
  await fly(picture('mask'), card, robbed, { size: 60, lasts: 420 });
  await Promise.all([fly(picture('brilliant'), robbed, own, { size: 44, lasts: 480 }), fly(picture('mask'), robbed, own, { size: 44, lasts: 480, after: 60 })]);
  sound(SOUNDS.clink);
}

async function vanished(card: Element | null): Promise<void> {
  await card?.firstElementChild?.animate([{ opacity: 1 }, { opacity: 0, transform: 'translateY(30%)' }], { duration: motionDuration(240) }).finished;
}

/** After one game of several, marks the diamonds that were fixed for a moment (DI-A10: the next game begins with a spin). */
async function revealed(after: Table, game: number, stage: Stage): Promise<void> {
  const stuck = after.tray[game]!.fixed.flatMap((fixed, i) => (fixed === 1 ? [i + 1] : []));
  for (const place of stuck) stage.tried(place, true);
  await pause(1500);
  for (const place of stuck) stage.tried(place, false);
  sound(SOUNDS.spin);
}

/** The sounds of a move, where motion is off. */
export function soundOf(move: Move): void {
  if (move.kind === 'draw') sound(SOUNDS.card);
  if (move.kind === 'lift') sound(move.outcome === 'loose' ? SOUNDS.pop : SOUNDS.stuck);
  if (move.kind === 'steal') sound(SOUNDS.sneak);
}
