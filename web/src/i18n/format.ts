/** Part of ICU MessageFormat, the same as in core/texts/words.py: {name}, {n, plural, …} with #, {x, select, …} (decision 42). */

export type Language = 'en' | 'fr' | 'nl';
export type Values = Record<string, string | number>;

export class WordsRefused extends Error {}

type Written = (value: string | number) => string; // writes a name or a number

/** `missing` stands for a value that is missing; without it WordsRefused. */
export function formatted(message: string, values: Values, language: Language, written: Written = String, missing?: string): string {
  return pieces(message).map(([text, isBraced]) => (isBraced ? chosen(text, values, language, written, missing) : text)).join('');
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

function chosen(text: string, values: Values, language: Language, written: Written, missing?: string): string {
  const [name, kind, choices] = parts(text);
  const value = (Object.hasOwn(values, name) ? values[name] : undefined) ?? undefined;
  if (value === undefined && missing === undefined) throw new WordsRefused(`no value for {${name}}`);
  if (value === undefined) return missing!;
  if (!kind) return written(value);
  const branch = branchOf(kind, branches(choices), value, language);
  return formatted(kind === 'plural' ? numbered(branch, written(value)) : branch, values, language, written, missing);
}

function parts(text: string): [string, string, string] {
  const [, name = '', kind = '', choices = ''] = /^([^,]*)(?:,([^,]*))?(?:,([\s\S]*))?$/.exec(text) ?? [];
  return [name.trim(), kind.trim(), choices.trim()];
}

/** Replaces # with the number, except inside a nested choice, which has its own. */
function numbered(message: string, number: string): string {
  return pieces(message).map(([text, isBraced]) => (isBraced ? `{${text}}` : text.replaceAll('#', () => number))).join('');
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

function branchOf(kind: string, found: Map<string, string>, value: string | number, language: Language): string {
  const other = found.get('other');
  if (!['plural', 'select'].includes(kind) || other === undefined) throw new WordsRefused(`expected plural or select with other; found ${kind}`);
  if (kind === 'select') return found.get(String(value)) ?? other;
  return found.get(`=${value}`) ?? found.get(pluralRules(language).select(Number(value))) ?? other;
}

const rules = new Map<Language, Intl.PluralRules>();

function pluralRules(language: Language): Intl.PluralRules {
  const made = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, made);
  return made;
}
