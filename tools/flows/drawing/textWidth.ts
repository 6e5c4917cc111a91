/**
 * Helvetica's widths in thousandths of the font size, which Arial and Liberation Sans share: a drawing is the same on every machine
 * and needs no browser.
 */
const widths: Readonly<Record<string, number>> = {
  "'": 191,
  ijl: 222,
  '|': 260,
  ' !,./:;I[]ft\\': 278,
  '()-`r{}': 334,
  '"': 355,
  '*': 389,
  '^': 469,
  Jckvxyzs: 500,
  '#$0123456789L?_abdeghnopqu': 556,
  '+<=>~FTZ': 611,
  '&ABEKPSVXY': 667,
  CDHNRUw: 722,
  GOQ: 778,
  Mm: 833,
  '%W': 944,
  '@…→↻': 1015,
};
const widthOf = new Map(
  Object.entries(widths).flatMap(([characters, width]) =>
    Array.from(characters, (character) => [character, width] as const),
  ),
);
/** Wider than most characters, so that a text with unknown characters fits. */
const UNKNOWN_WIDTH = 700;
/** Spare width for bold text and substitute fonts. */
const SPARE_FACTOR = 1.06;

/** Width of a text at a font size, in pixels. */
export function textWidth(text: string, size: number): number {
  const thousandths = Array.from(text, (character) => widthOf.get(character) ?? UNKNOWN_WIDTH);
  return Math.ceil((thousandths.reduce((sum, width) => sum + width, 0) / 1000) * size * SPARE_FACTOR);
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
