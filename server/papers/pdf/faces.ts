import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

/** A part of a font family, which has the letters of one script. */
export interface Face {
  readonly name: string;
  readonly font: Font;
}

export type Weight = 400 | 700;

/**
 * The faces in the order in which a letter is looked for. The faces of the Indian scripts have neither Latin letters nor
 * digits, and ₹ is in latin-ext. Files of packages, so nothing is downloaded and every server prints alike.
 */
const FILES = [
  ['@fontsource/noto-sans', 'noto-sans-latin'],
  ['@fontsource/noto-sans', 'noto-sans-latin-ext'],
  ['@fontsource/noto-sans-tamil', 'noto-sans-tamil-tamil'],
  ['@fontsource/noto-sans-devanagari', 'noto-sans-devanagari-devanagari'],
  ['@fontsource/noto-sans', 'noto-sans-greek'],
  ['@fontsource/noto-sans', 'noto-sans-cyrillic'],
] as const;

const resolve = createRequire(import.meta.url).resolve;
const loaded = new Map<string, Face>();

/** Parses a face at its first use and caches it, because parsing takes longer than printing. */
function loadFace([folder, file]: (typeof FILES)[number], weight: Weight): Face {
  const name = `${file}-${weight}`;
  const known = loaded.get(name);
  if (known) return known;
  const font = create(readFileSync(resolve(`${folder}/files/${name}-normal.woff`))) as Font;
  const parsed = { name, font };
  loaded.set(name, parsed);
  return parsed;
}

/** Characters that change how their neighbours are drawn, and need no glyph. */
const JOINER = /[\p{Join_Control}\p{Variation_Selector}]/u;

/** Whether a face can draw all of a cluster of letters. */
export const covers = ({ font }: Face, cluster: string): boolean =>
  Array.from(cluster).every(
    (character) => JOINER.test(character) || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  );

/** What stands for a letter that no face has. */
export const MISSING = '\u{FFFD}';

/** The face of a cluster of letters; null when none has all of it. */
export function faceOf(cluster: string, weight: Weight): Face | null {
  for (const file of FILES) {
    const candidate = loadFace(file, weight);
    if (covers(candidate, cluster)) return candidate;
  }
  return null;
}
