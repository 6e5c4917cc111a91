import { create, type Font } from 'fontkit';
import * as harfbuzz from 'harfbuzzjs';
import { canPrint, fontOf, type PrintFont } from '../../../domain/text/printedLetters.ts';
import { faceName, fontFile, type Weight } from './fontFiles.ts';

/** One file of a font family, with the letters of one script. */
export interface Face {
  readonly name: string;
  /** For pdfkit. Its `layout` is HarfBuzz's. */
  readonly font: Font;
  /** Whether the face can draw all of a cluster of letters. */
  readonly has: (cluster: string) => boolean;
  /** In units of the font. */
  readonly advance: (text: string) => number;
}

const loaded = new Map<string, Face>();

/** A drawn glyph with the letters that a PDF reader gets for it. */
interface ShapedGlyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: number[];
}

/** What pdfkit needs of a shaped text: the glyphs from left to right and their positions, in units of the font. */
interface Layout {
  readonly glyphs: ShapedGlyph[];
  readonly positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
  readonly advanceWidth: number;
}

interface Shaper {
  readonly layout: (text: string) => Layout;
  /** In units of the font. */
  readonly advance: (text: string) => number;
}

/** Divides letters among the glyphs that draw them: the first glyph gets the remainder. */
function divideLetters(letters: string, glyphs: number): number[][] {
  const codes = Array.from(
    glyphs > 1 ? letters.normalize('NFD') : letters,
    (each) => each.codePointAt(0) ?? 0,
  );
  const others = codes.splice(Math.max(1, codes.length - glyphs + 1)).map((code) => [code]);
  return [codes, ...others];
}

/**
 * Shapes text with HarfBuzz: conjuncts, vowel signs and joined letters. fontkit's own shaping of Indian scripts is incomplete:
 * it throws for common words in Telugu, Malayalam and Gurmukhi.
 */
function shaperOf(font: Font, file: Buffer): Shaper {
  const shaped = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(Uint8Array.from(file))));
  const shape = (text: string): harfbuzz.Buffer => {
    const buffer = new harfbuzz.Buffer();
    // Each glyph keeps the index of its own letter, also where glyphs change places.
    buffer.setClusterLevel(harfbuzz.ClusterLevel.CHARACTERS);
    buffer.addText(text);
    buffer.guessSegmentProperties();
    harfbuzz.shape(shaped, buffer);
    return buffer;
  };
  const widthOf = (positions: readonly { readonly xAdvance: number }[]): number =>
    positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  return {
    advance: (text) => widthOf(shape(text).getGlyphPositions()),
    layout(text) {
      const buffer = shape(text);
      const infos = buffer.getGlyphInfos();
      const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b);
      const letters = new Map(
        starts.map((start, n) => {
          const glyphs = infos.filter(({ cluster }) => cluster === start).length;
          return [start, divideLetters(text.slice(start, starts[n + 1]), glyphs)];
        }),
      );
      const positions = buffer.getGlyphPositions().map((position) => ({ ...position }));
      return {
        glyphs: infos.map(({ codepoint: id, cluster }) => ({
          id,
          advanceWidth: font.getGlyph(id).advanceWidth,
          codePoints: letters.get(cluster)?.shift() ?? [],
        })),
        positions,
        advanceWidth: widthOf(positions),
      };
    },
  };
}

/**
 * Parses a face at its first use and caches it, because parsing takes longer than printing. A process that prints only Latin
 * letters loads no other script.
 */
function loadFace(printFont: PrintFont, weight: Weight): Face {
  const name = faceName(printFont, weight);
  const known = loaded.get(name);
  if (known) return known;
  const file = fontFile(printFont, weight);
  const font = create(file) as Font;
  const { layout, advance } = shaperOf(font, file);
  const has = (cluster: string) => canPrint(printFont, cluster);
  const face: Face = { name, font: Object.assign(font, { layout }), has, advance };
  loaded.set(name, face);
  return face;
}

/** Replaces a letter that no face has. Names with such letters are refused; older ones may have them. */
export const MISSING = '\u{FFFD}';

/** The first face with all letters of the cluster; null when there is none. */
export function faceOf(cluster: string, weight: Weight): Face | null {
  const printFont = fontOf(cluster);
  return printFont ? loadFace(printFont, weight) : null;
}
