/** Part of ICU MessageFormat, the same as in core/texts/words.py: {name}, {n, plural, …} with #, {x, select, …} (decision 42). */

export type Language = 'en' | 'fr' | 'nl';
export type Value = string | number | Blank;
export type Values = Record<string, Value>;

export class WordsRefused extends Error {}

/** A value that a move does not have, or that its reader may not know: a select may have a branch for it, no text may write it. */
export class Blank {
  readonly branch: 'none' | 'unknown';
  constructor(branch: 'none' | 'unknown') {
    this.branch = branch;
  }
}
export const NONE = new Blank('none');
export const UNKNOWN = new Blank('unknown');

type Written = (value: Value) => string; // writes a name or a number

function refuseBlank(value: Value): string {
  if (value instanceof Blank) throw new WordsRefused(`expected a value to write; found ${value.branch}`);
  return String(value);
}

export function formatted(message: string, values: Values, language: Language, written: Written = refuseBlank): string {
  return pieces(message).map(([text, isBraced]) => (isBraced ? chosen(text, values, language, written) : text)).join('');
}

/** Splits a message into plain text and the contents of its outermost braces. */
function pieces(message: string): [string, boolean][] {
  const found: [string, boolean][] = [];
  let start = 0;
  let depth = 0;
  for (let i = 0; i < message.length; i++) {
    const isOpening = message[i] === '{';
    if (!isOpening && message[i] !== '}') continue;
    if (!isOpening && depth === 0) throw new WordsRefused(`a closing brace too many in ${message}`);
    if (depth === (isOpening ? 0 : 1)) {
      found.push([message.slice(start, i), !isOpening]);
      start = i + 1;
    }
    depth += isOpening ? 1 : -1;
  }
  if (depth) throw new WordsRefused(`a closing brace is missing in ${message}`);
  return [...found, [message.slice(start), false]];
}

function chosen(text: string, values: Values, language: Language, written: Written): string {
  const [name, kind, choices] = parts(text);
  const value = (Object.hasOwn(values, name) ? values[name] : undefined) ?? undefined;
  if (!kind || value === undefined) return written(value ?? NONE);
  const branch = branchOf(kind, branches(choices), value, language);
  return formatted(kind === 'plural' ? numbered(branch, () => written(value)) : branch, values, language, written);
}

function parts(text: string): [string, string, string] {
  const [, name = '', kind = '', choices = ''] = /^([^,]*)(?:,([^,]*))?(?:,([\s\S]*))?$/.exec(text) ?? [];
  return [name.trim(), kind.trim(), choices.trim()];
}

/** Replaces # with the number, except inside a nested choice, which has its own. */
function numbered(message: string, number: () => string): string {
  return pieces(message).map(([text, isBraced]) => (isBraced ? `{${text}}` : text.replaceAll('#', number))).join('');
}

function branches(choices: string): Map<string, string> {
  const found = new Map<string, string>();
  let label = '';
  for (const [text, isBraced] of pieces(choices)) {
    if (isBraced) found.set(label, text);
    else label = text.trim();
  }
  return found;
}

function branchOf(kind: string, found: Map<string, string>, value: Value, language: Language): string {
  const other = found.get('other');
  if (!['plural', 'select'].includes(kind) || other === undefined) throw new WordsRefused(`expected plural or select with other; found ${kind}`);
  if (value instanceof Blank) return (kind === 'select' ? found.get(value.branch) : undefined) ?? other;
  if (kind === 'select') return found.get(String(value)) ?? other;
  return found.get(`=${value}`) ?? found.get(pluralRules(language).select(Number(value))) ?? other;
}

const rules = new Map<Language, Intl.PluralRules>();

function pluralRules(language: Language): Intl.PluralRules {
  const made = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, made);
  return made;
}
