/** Kinds of lines of a table's log. */

import type { Line, MovedLine, PhraseLine, SaidLine } from '../protocol';

export type ChatLine = SaidLine | PhraseLine;

export const isMove = (line: Line): line is MovedLine => line.line === 'moved';
export const isChat = (line: Line): line is ChatLine => line.line === 'said' || line.line === 'phrase';
