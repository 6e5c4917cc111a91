/*
 * Text widths without a font: Helvetica's, in thousandths of the font size; Arial and Liberation Sans have the same widths. A
 * drawing is therefore the same on every machine and needs no browser.
 */
const widths: readonly (readonly [characters: string, thousandths: number])[] = [
  ["'", 191],
  ['ijl', 222],
  ['|', 260],
  [' !,./:;I[]ft\\', 278],
  ['()-`r', 333],
  ['"', 355],
  ['*', 389],
  ['{}', 334],
  ['^', 469],
  ['Jckvxyzs', 500],
  ['#$0123456789L?_abdeghnopqu', 556],
  ['+<=>~', 584],
  ['FTZ', 611],
  ['&ABEKPSVXY', 667],
  ['CDHNRUw', 722],
  ['GOQ', 778],
  ['Mm', 833],
  ['%', 889],
  ['W', 944],
  ['@…→↻', 1015],
];

const widthOf = new Map(
  widths.flatMap(([characters, width]) => Array.from(characters, (character) => [character, width] as const)),
);
/** Wider than most characters, so that a text with unknown characters fits. */
const UNKNOWN_WIDTH = 700;
/** Spare width for bold text and substitute fonts. */
const SPARE_FACTOR = 1.06;

/** Width of a text at a font size, in pixels. */
export function textWidth(text: string, size: number): number {
  let thousandths = 0;
  for (const character of text) thousandths += widthOf.get(character) ?? UNKNOWN_WIDTH;
  return Math.ceil((thousandths / 1000) * size * SPARE_FACTOR);
}

/** Breaks a text at spaces into lines of at most `width` pixels; a wider word gets a separate line. */
export function wrapText(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
