/** Control characters, lone surrogates, and characters that change the direction of the text after them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu;

/** True when every character of a text can be printed on an invoice. */
export const isPrintable = (text: string): boolean => text.search(UNPRINTABLE) < 0;

/** Text in one line: each run of white space becomes a single space. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Text for an invoice: one line, without unprintable characters. */
export const printable = (text: string): string => oneLine(text).replace(UNPRINTABLE, '');
