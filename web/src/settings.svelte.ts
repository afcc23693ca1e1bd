/** Settings of this person, kept in localStorage where the browser allows it. */

import type { Language } from './i18n/format';

export type Theme = 'system' | 'light' | 'dark';
export type Motion = 'normal' | 'slow' | 'fast' | 'off';

export const LANGUAGES: readonly Language[] = ['en', 'fr', 'nl'];
export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
export const MOTIONS: readonly Motion[] = ['off', 'fast', 'normal', 'slow'];

export interface Settings {
  language: Language;
  theme: Theme;
  motion: Motion;
  volume: number; // 0 to 1
  name: string;
  letters: boolean; // shortcuts of one character are on
  lessonOffered: boolean; // before a first game, or a lesson was taken
}

const STORAGE_KEY = 'filon';
const DEFAULT_VOLUME = 0.6; // 0 to 1

/** The first of the browser's languages that Filon has; else English. */
export function preferredLanguage(tags: readonly string[]): Language {
  const codes = tags.map((tag) => tag.slice(0, 2).toLowerCase());
  return (codes.find((code) => (LANGUAGES as string[]).includes(code)) as Language | undefined) ?? 'en';
}

/** Settings from stored text. Values that are missing or invalid become defaults: an older page may have written them. */
export function parseSettings(text: string | null, tags: readonly string[]): Settings {
  const stored = parseObject(text);
  const oneOf = <T>(values: readonly T[], value: unknown, fallback: T) => (values.includes(value as T) ? (value as T) : fallback);
  const volume = Number(stored.volume ?? DEFAULT_VOLUME);
  return {
    language: oneOf(LANGUAGES, stored.language, preferredLanguage(tags)),
    theme: oneOf(THEMES, stored.theme, 'system'),
    motion: oneOf(MOTIONS, stored.motion, 'normal'),
    volume: volume >= 0 && volume <= 1 ? volume : DEFAULT_VOLUME,
    name: typeof stored.name === 'string' ? stored.name : '',
    letters: stored.letters !== false,
    lessonOffered: stored.lessonOffered === true,
  };
}

function parseObject(text: string | null): Partial<Record<keyof Settings, unknown>> {
  try {
    return (JSON.parse(text ?? '{}') as Partial<Record<keyof Settings, unknown>> | null) ?? {};
  } catch {
    return {};
  }
}

function readStorage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null; // the browser blocks storage: settings last as long as the page
  }
}

export const settings = $state<Settings>(parseSettings(readStorage(), navigator.languages));

export function saveSettings(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
  } catch {
    // as in readStorage
  }
}

/** Turns the sound off, or on at the default volume. */
export const toggleMute = () => saveSettings({ volume: settings.volume ? 0 : DEFAULT_VOLUME });

/** Milliseconds that an animation takes at the chosen speed; 0 where motion is off. */
export function motionDuration(milliseconds: number): number {
  if (settings.motion === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
  return milliseconds * { normal: 1, slow: 2, fast: 0.5 }[settings.motion];
}
