import { hasGlyphs, type Face, faceOf, MISSING, type Weight } from './faces.ts';

/** A part of a line that is drawn with one face. */
export interface Run {
  readonly face: Face;
  readonly text: string;
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Splits text into runs of one face each. A cluster is never split, so that vowel signs and conjuncts stay with their
 * consonant. A letter that no face has is printed as a replacement character.
 */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: { face: Face; text: string }[] = [];
  for (const { segment } of clusters.segment(text.normalize('NFC'))) {
    const last = runs.at(-1);
    if (last && hasGlyphs(last.face, segment)) {
      last.text += segment;
      continue;
    }
    const face = faceOf(segment, weight);
    const [used, drawn] = face ? [face, segment] : [faceOf(MISSING, weight) as Face, MISSING];
    if (last?.face === used) last.text += drawn;
    else runs.push({ face: used, text: drawn });
  }
  return runs;
}

/** The width of a run at a size, in points. */
export const widthOf = ({ face, text }: Run, size: number): number =>
  (face.font.layout(text).advanceWidth * size) / face.font.unitsPerEm;

export const textWidth = (text: string, weight: Weight, size: number): number =>
  runsOf(text, weight).reduce((sum, run) => sum + widthOf(run, size), 0);

/** Splits a word that is wider than a line. */
function breakWord(word: string, weight: Weight, size: number, width: number): string[] {
  const pieces = [''];
  for (const { segment } of clusters.segment(word)) {
    const longer = `${pieces.at(-1)}${segment}`;
    if (pieces.at(-1) !== '' && textWidth(longer, weight, size) > width) pieces.push(segment);
    else pieces[pieces.length - 1] = longer;
  }
  return pieces;
}

/** Wraps text to a width in points, at spaces, and within a word that is wider than a line. */
export function wrapText(text: string, weight: Weight, size: number, width: number): string[] {
  const space = textWidth(' ', weight, size);
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const add = (word: string, wordWidth: number): void => {
    if (line !== '' && used + space + wordWidth > width) {
      lines.push(line);
      line = '';
    }
    used = line === '' ? wordWidth : used + space + wordWidth;
    line = line === '' ? word : `${line} ${word}`;
  };
  for (const word of text.split(' ')) {
    const wordWidth = textWidth(word, weight, size);
    if (wordWidth <= width) add(word, wordWidth);
    else for (const part of breakWord(word, weight, size, width)) add(part, textWidth(part, weight, size));
  }
  return [...lines, line];
}
