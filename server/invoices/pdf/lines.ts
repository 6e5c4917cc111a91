import bidiFactory from 'bidi-js';
import { clustersOf } from '../../../domain/text/printedLetters.ts';
import { type Face, faceOf, MISSING } from './faces.ts';
import type { Weight } from './fontFiles.ts';

/** A part of a line that is drawn with one face. */
export interface Run {
  readonly face: Face;
  readonly text: string;
}

/**
 * Splits text into runs of one face each. A cluster is never split, so that vowel signs and conjuncts stay with their
 * consonant. A letter that no face has is printed as a replacement character.
 */
function faceRuns(clusters: readonly string[], weight: Weight): Run[] {
  const runs: { face: Face; text: string }[] = [];
  for (const cluster of clusters) {
    const last = runs.at(-1);
    if (last?.face.has(cluster)) {
      last.text += cluster;
      continue;
    }
    const face = faceOf(cluster, weight);
    const [used, drawn] = face ? [face, cluster] : [faceOf(MISSING, weight) as Face, MISSING];
    if (last?.face === used) last.text += drawn;
    else runs.push({ face: used, text: drawn });
  }
  return runs;
}

const bidi = bidiFactory();
const RIGHT_TO_LEFT = /\p{Script=Arabic}/u;
const LEFT_TO_RIGHT = /\p{Script=Latin}/u;

/** True for text with letters that are read from right to left. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** A part of a line with one direction. An odd level is read from right to left. */
interface LevelRun {
  readonly level: number;
  readonly text: string;
}

/** Parts with one direction each, in visual order (rule L2 of the Unicode Bidirectional Algorithm). */
function levelRuns(text: string): LevelRun[] {
  // A tax document is English: the first word of its lines is at the left. A line without a Latin letter decides for itself.
  const { levels } = bidi.getEmbeddingLevels(text, LEFT_TO_RIGHT.test(text) ? 'ltr' : 'auto');
  const runs: { level: number; text: string }[] = [];
  for (let n = 0; n < text.length; n += 1) {
    const level = levels[n] ?? 0;
    const last = runs.at(-1);
    if (last?.level === level) last.text += text.charAt(n);
    else runs.push({ level, text: text.charAt(n) });
  }
  for (let level = Math.max(...runs.map((run) => run.level)); level > 0; level -= 1) {
    for (let start = 0; start < runs.length; start += 1) {
      let end = start;
      while ((runs[end]?.level ?? 0) >= level) end += 1;
      if (end > start) runs.splice(start, end - start, ...runs.slice(start, end).reverse());
      start = end;
    }
  }
  return runs;
}

/** The clusters of a right-to-left word keep their order, because the shaper reverses them; all others are in visual order. */
function rightToLeftRuns(text: string, weight: Weight): Run[] {
  const words = text.split(/(\p{Script=Arabic}[\p{Script=Arabic}\p{M}\p{Join_Control}]*)/u).reverse();
  return words.flatMap((word) =>
    isRightToLeft(word)
      ? faceRuns(clustersOf(word), weight)
      : faceRuns(
          clustersOf(word)
            .reverse()
            .map((cluster) => bidi.getMirroredCharacter(cluster) ?? cluster),
          weight,
        ),
  );
}

/** From left to right. */
export function runsOf(text: string, weight: Weight): Run[] {
  const composed = text.normalize('NFC');
  if (!isRightToLeft(composed)) return faceRuns(clustersOf(composed), weight);
  return levelRuns(composed).flatMap(({ level, text: part }) =>
    level % 2 === 0 ? faceRuns(clustersOf(part), weight) : rightToLeftRuns(part, weight),
  );
}

/** In points. */
export const widthOf = ({ face, text }: Run, size: number): number =>
  (face.advance(text) * size) / face.font.unitsPerEm;

export const textWidth = (text: string, weight: Weight, size: number): number =>
  runsOf(text, weight).reduce((sum, run) => sum + widthOf(run, size), 0);

/** Splits a word that is wider than a line. */
function breakWord(word: string, weight: Weight, size: number, width: number): string[] {
  const pieces = [''];
  for (const cluster of clustersOf(word)) {
    const longer = `${pieces.at(-1)}${cluster}`;
    if (pieces.at(-1) !== '' && textWidth(longer, weight, size) > width) pieces.push(cluster);
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
