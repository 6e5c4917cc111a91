/*
 * How wide a text will be, without a font to ask: Helvetica's widths in thousandths of its size, which Arial and
 * Liberation Sans share. So a drawing is the same on every machine and no browser is needed to make it.
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
/** Wider than most, so that what is not in the table fits. */
const UNKNOWN = 700;
/** Bold is wider, and a stand-in font may be: what does not fit is worse than a little air. */
const SPARE = 1.06;

/** Width of a text at a font size, in pixels. */
export function textWidth(text: string, size: number): number {
  let thousandths = 0;
  for (const character of text) thousandths += widthOf.get(character) ?? UNKNOWN;
  return Math.ceil((thousandths / 1000) * size * SPARE);
}

/** Breaks a text at its spaces into lines no wider than `width`; a word that is wider stands alone. */
export function wrapped(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
