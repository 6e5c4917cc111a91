/**
 * Of Helvetica, in thousandths of the font size, rounded up: a drawing is the same on every machine and needs no browser. Arial and
 * Liberation Sans have the same widths.
 */
const widths: readonly (readonly [characters: RegExp, width: number])[] = [
  [/[ijl|' !,./:;I[\]ft\\]/, 278],
  [/[()\-`r{}"*^]/, 345],
  [/[Jckvxyzs]/, 500],
  [/[#$0-9L?_abdeghnopqu+<=>~FTZ]/, 570],
  [/[GOQMm%W]/, 890],
  [/[&A-Zw]/, 720],
];
/** Of other characters: '→', '…', other scripts. */
const WIDEST = 1015;
const widthOf = (character: string): number =>
  widths.find(([characters]) => characters.test(character))?.[1] ?? WIDEST;
/** Spare width for bold text and substitute fonts. */
const SPARE_FACTOR = 1.06;

/** Width of a text at a font size, in pixels. */
export function textWidth(text: string, size: number): number {
  let thousandths = 0;
  for (const character of text) thousandths += widthOf(character);
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
