/** A hand at the tray: it grips a diamond where it comes down, and tries it when it lets go (DI-A13). */

import type { Attachment } from 'svelte/attachments';
import type { Point } from './tray';

export interface Hand {
  under: (event: PointerEvent) => number | undefined; // the place that it would grip
  mayAim: (event: PointerEvent) => boolean; // a finger wider than the diamonds: it may slide to the right one, or off the tray
  hold: (place: number | undefined, pull: Point, event: PointerEvent) => void;
  lift: (place: number) => void;
}

export function grip(hand: Hand): Attachment {
  return (tray) => {
    const held = { id: -1, place: undefined as number | undefined, x: 0, y: 0 };

    const down = (event: PointerEvent) => {
      const place = hand.under(event);
      if (event.button || held.id >= 0 || place === undefined) return;
      Object.assign(held, { id: event.pointerId, place, x: event.clientX, y: event.clientY });
      tray.setPointerCapture(event.pointerId);
      hand.hold(place, { x: 0, y: 0 }, event);
    };
    const move = (event: PointerEvent) => {
      if (event.pointerId !== held.id) return;
      if (hand.mayAim(event)) held.place = hand.under(event);
      hand.hold(held.place, { x: event.clientX - held.x, y: event.clientY - held.y }, event);
    };
    const up = (event: PointerEvent) => {
      if (event.pointerId !== held.id) return;
      const place = held.place;
      held.id = -1;
      hand.hold(undefined, { x: 0, y: 0 }, event);
      if (event.type === 'pointerup') swallowClick();
      if (event.type === 'pointerup' && place !== undefined) hand.lift(place);
    };

    const listeners: [string, (event: PointerEvent) => void][] = [['pointerdown', down], ['pointermove', move], ['pointerup', up], ['pointercancel', up]];
    for (const [name, listener] of listeners) tray.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of listeners) tray.removeEventListener(name, listener as EventListener);
    };
  };
}

/** Swallows the click after the pointer: it is the same try. */
function swallowClick(): void {
  const swallow = (event: Event) => event.stopPropagation();
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, true));
}

const GIVE = 11; // px that a gripped diamond comes along, however hard it is pulled

/** How far a gripped diamond follows a pull, in px: less and less the harder the pull. */
export function strained({ x, y }: Point): Point {
  const far = Math.hypot(x, y);
  const give = far && (GIVE * (1 - Math.exp(-far / 40))) / far;
  return { x: x * give, y: y * give };
}
