/** Parser of a game's clauses*.md: sections, the text before their tables, and each table row as a clause. */

export interface Inline {
  kind: 'text' | 'strong' | 'em' | 'code' | 'clause';
  text: string;
}

export interface Block {
  isItem: boolean; // of a list
  text: Inline[];
}

export interface Clause {
  id: string;
  question: Inline[]; // of an open point; else empty
  text: Inline[];
}

export interface Section {
  title: string;
  before: Block[];
  clauses: Clause[];
}

export interface Clauses {
  title: string;
  before: Block[];
  sections: Section[];
}

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\b([A-Z]{2}-A?\d+)\b/g;
const CLAUSE = /^[A-Z]{2}-A?\d+$/;

export const isClause = (text: string) => CLAUSE.test(text);

export function inline(text: string): Inline[] {
  const found: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) found.push({ kind: 'text', text: text.slice(end, match.index) });
    found.push(piece(match));
    end = match.index + match[0].length;
  }
  return end < text.length ? [...found, { kind: 'text', text: text.slice(end) }] : found;
}

function piece([, strong, em, code, clause]: RegExpMatchArray): Inline {
  if (strong !== undefined) return { kind: 'strong', text: strong };
  if (em !== undefined) return { kind: 'em', text: em };
  return code !== undefined ? { kind: 'code', text: code } : { kind: 'clause', text: clause! };
}

export function parseClauses(markdown: string): Clauses {
  const [head = '', ...rest] = markdown.split(/^## /m);
  const seen = new Set<string>();
  const sections = rest.map(section).filter(({ clauses }) => hasNewClause(clauses, seen));
  return { title: head.split('\n')[0]!.replace(/^# /, '').trim(), before: blocks(head.split('\n').slice(1)), sections };
}

/** Clauses by id. */
export const clausesById = (markdown: string) => new Map(parseClauses(markdown).sections.flatMap(({ clauses }) => clauses.map((clause) => [clause.id, clause])));

/** Leaves out the last section, which lists clauses again to say why they need no code. */
function hasNewClause(clauses: Clause[], seen: Set<string>): boolean {
  const isNew = clauses.some(({ id }) => !seen.has(id));
  for (const { id } of clauses) seen.add(id);
  return isNew;
}

function section(text: string): Section {
  const [title = '', ...lines] = text.split('\n');
  return { title: title.trim(), before: blocks(lines.filter((line) => !line.startsWith('|'))), clauses: lines.flatMap(clause) };
}

function clause(line: string): Clause[] {
  const cells = line.split('|').slice(1, -1).map((cell) => cell.trim());
  if (!isClause(cells[0] ?? '')) return [];
  const [id, question, text] = cells.length > 2 ? cells : [cells[0], '', cells[1]];
  return [{ id: id!, question: inline(question!), text: inline(text ?? '') }];
}

/** Paragraphs and list items: consecutive lines belong together; a dash begins an item. */
function blocks(lines: string[]): Block[] {
  const found: { isItem: boolean; lines: string[] }[] = [];
  let isOpen = false;
  for (const line of lines.map((one) => one.trim())) {
    const isItem = line.startsWith('- ');
    if (line && isOpen && !isItem) found.at(-1)!.lines.push(line);
    else if (line) found.push({ isItem, lines: [isItem ? line.slice(2) : line] });
    isOpen = !!line;
  }
  return found.map(({ isItem, lines }) => ({ isItem, text: inline(lines.join(' ')) }));
}

// Search

/** Lower case without accents, character by character, so that indices stay the same. */
export function folded(text: string): string {
  return Array.from({ length: text.length }, (_, i) => text[i]!.normalize('NFD')[0]!.toLowerCase()).join('');
}

export const wordsOf = (query: string) => folded(query).split(/\s+/).filter(Boolean);

const plain = ({ id, question, text }: Clause) => folded([id, ...[...question, ...text].map((one) => one.text)].join(' '));

/** Sections with those clauses that contain all of these words. */
export function searchClauses(sections: Section[], words: string[]): Section[] {
  if (!words.length) return sections;
  const found = sections.map((one) => ({ ...one, before: [], clauses: one.clauses.filter((clause) => words.every((word) => plain(clause).includes(word))) }));
  return found.filter(({ clauses }) => clauses.length);
}

/** Splits a text where one of these words begins and ends. */
export function markWords(text: string, words: string[]): { text: string; isFound: boolean }[] {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (!escaped.length) return [{ text, isFound: false }];
  const cuts: { text: string; isFound: boolean }[] = [];
  let end = 0;
  for (const match of folded(text).matchAll(new RegExp(escaped.join('|'), 'g'))) {
    if (match.index > end) cuts.push({ text: text.slice(end, match.index), isFound: false });
    end = match.index + match[0].length;
    cuts.push({ text: text.slice(match.index, end), isFound: true });
  }
  return end < text.length ? [...cuts, { text: text.slice(end), isFound: false }] : cuts;
}
