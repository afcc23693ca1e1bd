/** Flies copies of pictures from one place to another, in a layer over the page. */

import { motionDuration } from '../settings.svelte';

export const anchor = (name: string) => document.querySelector<Element>(`[data-anchor="${CSS.escape(name)}"]`);

/** Whether the middle of a board's place is within the window, and no bar of the page covers it. */
export function isInSight(place: Element | null): boolean {
  if (!place) return false;
  const { left, top, width, height } = place.getBoundingClientRect();
  return Boolean(document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.board-frame'));
}

function layer(): HTMLElement {
  const found = document.querySelector<HTMLElement>('.ghosts');
  if (found) return found;
  const made = document.createElement('div');
  made.className = 'ghosts';
  made.setAttribute('aria-hidden', 'true');
  document.body.append(made);
  return made;
}

/** A copy of a picture in the layer, at the place of the picture. */
export function ghost(picture: Element, box = picture.getBoundingClientRect()): HTMLElement {
  const made = document.createElement('div');
  made.className = 'ghost';
  const copy = picture.cloneNode(true) as Element;
  copy.removeAttribute('data-anchor');
  copy.removeAttribute('id');
  made.append(copy);
  Object.assign(made.style, { width: `${box.width}px`, height: `${box.height}px`, transform: `translate(${box.left}px, ${box.top}px)` });
  layer().append(made);
  return made;
}

export interface Flight {
  size?: number; // px; by default that of the picture
  lasts?: number; // milliseconds at normal speed
  after?: number; // milliseconds before the start
}

/** Flies a copy of the picture from the middle of one place to the middle of another. */
export async function fly(picture: Element, from: Element | DOMRect, to: Element, how: Flight = {}): Promise<void> {
  const lasts = motionDuration(how.lasts ?? 420);
  if (!lasts) return;
  const size = how.size ?? picture.getBoundingClientRect().width;
  const [ax, ay] = corner(from, size);
  const [bx, by] = corner(to, size);
  await (how.after ? pause(how.after) : undefined); // flights that start together measure before the first one adds a ghost: one layout for all
  const lift = Math.min(90, 24 + Math.hypot(bx - ax, by - ay) * 0.18);
  const flying = ghost(picture, new DOMRect(ax, ay, size, size));
  const steps = [
    { transform: `translate(${ax}px, ${ay}px)` },
    { transform: `translate(${(ax + bx) / 2}px, ${(ay + by) / 2 - lift}px) scale(1.18) rotate(8deg)` },
    { transform: `translate(${bx}px, ${by}px)` },
  ];
  try {
    await flying.animate(steps, { duration: lasts, easing: 'cubic-bezier(.35,.05,.25,1)', fill: 'both' }).finished;
  } finally {
    flying.remove();
  }
}

/** Lets a short text rise from a place and fade: "+3" where somebody got three. Nothing waits for it. */
export function rise(text: string, from: Element | null, after = 0): void {
  if (!from || !motionDuration(1)) return;
  const { left, top, width } = from.getBoundingClientRect();
  const made = document.createElement('b');
  made.className = 'risen';
  made.textContent = text;
  layer().append(made);
  const at = (y: number) => `translate(${left + width / 2}px, ${y}px) translate(-50%, -50%)`;
  const steps = [{ transform: at(top + 8), opacity: 0 }, { transform: at(top - 8), opacity: 1, offset: 0.15 }, { transform: at(top - 16), opacity: 1, offset: 0.75 }, { transform: at(top - 36), opacity: 0 }];
  void made.animate(steps, { duration: motionDuration(1600), delay: motionDuration(after), easing: 'ease-out', fill: 'both' }).finished.finally(() => made.remove());
}

function corner(place: Element | DOMRect, size: number): [number, number] {
  const box = place instanceof Element ? place.getBoundingClientRect() : place;
  return [box.left + box.width / 2 - size / 2, box.top + box.height / 2 - size / 2];
}

/** Waits as long as an animation would; not at all where motion is off. */
export const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, motionDuration(milliseconds)));
