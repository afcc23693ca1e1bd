/** Announcements for screen readers. Texts of one moment are joined; App.svelte and ModalLayer.svelte show them in live regions. */

const JOIN_WITHIN = 120; // milliseconds

let text = $state('');
let count = $state(0);
let waiting: string[] = [];

export const announcement = {
  get text(): string {
    return text;
  },
  /** Number of announcements so far. */
  get count(): number {
    return count;
  },
};

export function announce(sentence: string): void {
  if (!sentence) return;
  if (!waiting.length) setTimeout(publish, JOIN_WITHIN);
  waiting.push(sentence);
}

/** Removes the last announcement and those that wait, so that no secret stays on the page. */
export function clearAnnouncements(): void {
  waiting = [];
  text = '';
}

/** A repeated text gets a no-break space at its end: screen readers read only changes. */
function publish(): void {
  if (!waiting.length) return;
  const joined = waiting.join(' ');
  waiting = [];
  text = joined === text ? `${joined}\u00a0` : joined;
  count++;
}
