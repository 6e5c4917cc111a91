/** Control characters, lone surrogates, and characters that turn the direction of what is printed after them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu;

/** True for text of which every character can be printed on a paper. */
export const isPrintable = (text: string): boolean => text.search(UNPRINTABLE) < 0;

/** Text in one line: white space becomes single spaces. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Text for a paper: one line, without the characters that cannot be printed. */
export const printable = (text: string): string => oneLine(text).replace(UNPRINTABLE, '');
