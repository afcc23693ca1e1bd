/** Animations before a new view: drills, finds, stations and coins. */

import { isMove } from '$web/game-log/lines';
import { anchor, fly, isInSight, pause, rise } from '$web/kit/fly';
import { sound } from '$web/kit/sound';
import { motionDuration } from '$web/settings.svelte';
import type { Line } from '$web/protocol';
import { SOUNDS } from './sounds';
import type { Move, SiteName, Table } from './types';

type Shown = { move: Move; seat: number };

export interface Stage {
  /** Shows who announces how much (DM-50); with motion off, too: it is news. */
  announced(seat: number, fortune: number): void;
}

/** Animates the lines of one view in turn; where motion is off it plays only their sounds. */
export function animator(stage: Stage): (before: Table, after: Table, lines: readonly Line[]) => Promise<void> {
  return async (_before, _after, lines) => {
    for (const line of lines.filter(isMove)) {
      const move = line.move as unknown as Move | undefined;
      if (!move?.kind) continue;
      const notes = SOUNDS[move.kind];
      if (notes) sound(notes);
      if (move.kind === 'announce') stage.announced(line.seat, Number(move.fortune));
      if (motionDuration(1)) await shown({ move, seat: line.seat });
    }
  };
}

async function shown({ move, seat }: Shown): Promise<void> {
  const site = move.site as SiteName;
  switch (move.kind) {
    case 'dig':
      return dug(site);
    case 'transport':
      return carried(move, seat, site);
    case 'place':
      return station(anchor(`player-${seat}`), site);
    case 'move':
      return station(anchor(`station-${seat}-${move.start}`), site);
    case 'relocate':
      return station(anchor(`station-${move.owner}-${move.start}`), site);
    case 'upgrade':
      return struck(anchor(`gear-${seat}-${move.gear}`));
    case 'take-point':
      got(1, seat, 300, [anchor('bonus-3')]);
      return coin(anchor('bonus-3'), seat);
    case 'sample':
      return scanned(site);
    case 'announce':
      return pause(1200);
    default:
      return undefined;
  }
}

/** The ground shakes, dust rises, the tile turns over. */
async function dug(site: SiteName): Promise<void> {
  const face = anchor(`face-${site}`);
  const place = anchor(`site-${site}`);
  if (!face || !place) return;
  dust(place);
  const shaken = [0, 2, -2, 2, -1, 1, 0].map((x, k) => ({ transform: `translate(${x}px, ${k % 2 ? -1 : 1}px)` }));
  await place.animate(shaken, { duration: motionDuration(320) }).finished;
  const turned = face.animate([{ transform: 'perspective(500px) rotateY(0)' }, { transform: 'perspective(500px) rotateY(90deg) scale(1.08)' }], { duration: motionDuration(150), easing: 'ease-in', fill: 'forwards' });
  await turned.finished;
  requestAnimationFrame(() => {
    turned.cancel();
    face.animate([{ transform: 'perspective(500px) rotateY(-90deg) scale(1.08)' }, { transform: 'none' }], { duration: motionDuration(240), easing: 'cubic-bezier(.2,1.4,.4,1)' });
  });
}

function dust(place: Element): void {
  for (let k = 0; k < 7; k++) {
    const puff = document.createElement('span');
    Object.assign(puff.style, { position: 'absolute', left: `${18 + k * 10}%`, top: '60%', width: '18%', aspectRatio: '1', borderRadius: '50%', background: '#d9a077', pointerEvents: 'none' });
    place.append(puff);
    const steps = [{ opacity: 0.8, transform: 'scale(.6)' }, { opacity: 0, transform: `translate(${(k - 3) * 12}px, ${-24 - (k % 3) * 12}px) scale(1.6)` }];
    void puff.animate(steps, { duration: motionDuration(420 + k * 30), easing: 'ease-out' }).finished.finally(() => puff.remove());
  }
}

/** Flies the find to the player who transports it, and a coin to each player with a share; a number rises from what each of them got. */
async function carried(move: Move, seat: number, site: SiteName): Promise<void> {
  const [face, goal] = [anchor(`face-${site}`), anchor(`fortune-${seat}`)];
  if (!face || !goal) return;
  const sharers = [move.second, move.third, move.fourth].filter((other) => move.share && other !== undefined).map(Number);
  const coins = sharers.map((other) => coin(face, other, 160));
  got(Number(move.kept ?? move.fortune), seat, 460, [anchor(`station-${seat}-${site}`), face]);
  for (const other of sharers) got(Number(move.share), other, 460, [anchor(`station-${other}-${site}`)]);
  const gone = face.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 1, fill: 'forwards' });
  await Promise.all([fly(face, face, goal, { size: 84, lasts: 560 }), ...coins]);
  requestAnimationFrame(() => gone.cancel());
}

/** The number rises from the player's fortune, or where that is out of sight from the first other place that is not. */
function got(n: number, seat: number, after: number, places: readonly (Element | null)[]): void {
  if (n) rise(`+${n}`, [anchor(`fortune-${seat}`), ...places].find(isInSight) ?? null, after);
}

async function coin(from: Element | null, seat: number, after = 0): Promise<void> {
  const goal = anchor(`fortune-${seat}`);
  const shield = goal?.querySelector('svg');
  if (from && goal && shield) await fly(shield, from, goal, { size: 32, lasts: 420, after });
}

/** Flies a station to its site, and hides it at the start, unless others of its owner stay there. */
async function station(from: Element | null, site: SiteName): Promise<void> {
  const goal = anchor(`site-${site}`);
  const picture = from?.matches('.station') ? from : from?.querySelector('.station');
  if (!from || !goal || !picture) return;
  const isLast = from === picture && !from.parentElement?.querySelector('b');
  const gone = isLast ? from.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 1, fill: 'forwards' }) : undefined;
  await fly(picture, from, goal, { size: Math.max(28, goal.clientWidth * 0.29), lasts: 430 });
  requestAnimationFrame(() => gone?.cancel());
}

async function struck(place: Element | null): Promise<void> {
  await place?.animate([{ transform: 'none' }, { transform: 'scale(1.06)', filter: 'brightness(1.25)' }, { transform: 'none' }], { duration: motionDuration(380), easing: 'ease-out' }).finished;
}

/** Flashes the site of a soil sample: everybody may see where it was taken. */
async function scanned(site: SiteName): Promise<void> {
  const place = anchor(`site-${site}`);
  await place?.animate([{ boxShadow: '0 0 0 0 #8fd0ff' }, { boxShadow: '0 0 0 10px #8fd0ff88, inset 0 0 40px #8fd0ff' }, { boxShadow: '0 0 0 0 #8fd0ff00' }], { duration: motionDuration(520) }).finished;
  await pause(60);
}
