/** Drags a picture onto a place. A press without movement stays a click. */

import type { Attachment } from 'svelte/attachments';
import { ghost } from './fly';

export interface Drag {
  picture: () => Element | null; // follows the pointer
  isOn: () => boolean;
  accepts: (zone: string) => boolean; // gets the data-drop of a place: only a place that accepts the picture lights up and takes it
  drop: (zone: string) => void;
  hold?: (isHeld: boolean) => void; // called when the picture leaves its place, and when it is let go, before the drop
}

const MIN_DISTANCE = 6; // px: less is a click
const LIFT = 26; // px above a finger, which would cover it

export function drag(how: Drag): Attachment {
  return (node) => {
    const held = { id: -1, x: 0, y: 0, ghost: undefined as HTMLElement | undefined, over: null as Element | null };
    const zone = (event: PointerEvent) => {
      const outer = (place: Element | null | undefined) => place?.closest('[data-drop]') ?? null;
      let place = outer(document.elementFromPoint(event.clientX, event.clientY));
      while (place && !how.accepts(place.getAttribute('data-drop')!)) place = outer(place.parentElement);
      return place;
    };

    const down = (event: PointerEvent) => {
      if (!how.isOn() || event.button) return;
      Object.assign(held, { id: event.pointerId, x: event.clientX, y: event.clientY });
      node.setPointerCapture(event.pointerId); // before any movement: a quick flick leaves the token at once
    };
    const move = (event: PointerEvent) => {
      if (event.pointerId !== held.id) return;
      if (!held.ghost) {
        const picture = how.picture();
        if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < MIN_DISTANCE || !picture) return;
        held.ghost = ghost(picture);
        how.hold?.(true);
      }
      const { width, height } = held.ghost.getBoundingClientRect();
      const lift = event.pointerType === 'touch' ? LIFT : 0;
      held.ghost.style.transform = `translate(${event.clientX - width / 2}px, ${event.clientY - height / 2 - lift}px)`;
      mark(zone(event));
    };
    const up = (event: PointerEvent) => {
      if (event.pointerId !== held.id) return;
      held.id = -1;
      if (!held.ghost) return;
      const place = zone(event);
      held.ghost.remove();
      held.ghost = undefined;
      mark(null);
      how.hold?.(false);
      swallowClick();
      if (place && event.type === 'pointerup') how.drop(place.getAttribute('data-drop')!);
    };
    const mark = (over: Element | null) => {
      if (over === held.over) return;
      held.over?.removeAttribute('data-over');
      over?.setAttribute('data-over', '');
      held.over = over;
    };

    const listeners: [string, EventListener][] = [
      ['pointerdown', down as EventListener],
      ['pointermove', move as EventListener],
      ['pointerup', up as EventListener],
      ['pointercancel', up as EventListener],
      ['dragstart', (event) => event.preventDefault()],
    ];
    for (const [name, listener] of listeners) node.addEventListener(name, listener);
    return () => {
      held.ghost?.remove();
      for (const [name, listener] of listeners) node.removeEventListener(name, listener);
    };
  };
}

function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, true));
}
