/** What a screen reader is told: sentences that come together are said together, in the region that Over.svelte keeps for it. */

const TOGETHER = 120; // milliseconds

let spoken = $state('');
let count = $state(0);
let waiting: string[] = [];

export const announced = {
  get text(): string {
    return spoken;
  },
  /** How often something was said so far. */
  get count(): number {
    return count;
  },
};

export function announce(text: string): void {
  if (!text) return;
  if (!waiting.length) setTimeout(speak, TOGETHER);
  waiting.push(text);
}

/** Nothing that was said, or is about to be, stays on the page. */
export function unsay(): void {
  waiting = [];
  spoken = '';
}

/** The same sentence twice is still news: a blank at its end makes it another. */
function speak(): void {
  if (!waiting.length) return;
  const text = waiting.join(' ');
  waiting = [];
  spoken = text === spoken ? `${text}\u00a0` : text;
  count++;
}
