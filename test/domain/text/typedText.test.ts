import { expect, test } from 'vitest';
import { z } from 'zod';
import { asciiDigits, normalText, plainCode } from '../../../domain/text/typedText.ts';

/* Typed and pasted text has one form, regardless of the keyboard or program. */

test('a text is stored composed, without what nobody sees and without the space around it', () => {
  expect(normalText('\uFEFF\u200b Rene\u0301\u2060e \u00a0\r\n')).toBe('Renée');
  expect(normalText('two\nlines')).toBe('two\nlines');
  // Joiners and variants belong to the letters and pictures next to them.
  for (const text of ['ന്\u200d', 'क्\u200cष', '❤\uFE0F', '👩\u200d💻']) expect(normalText(text)).toBe(text);
  // Alone they are nothing.
  expect(normalText('\u200d\uFE0F \u3164')).toBe('');
});

test('long white space takes no long time', () => {
  const text = `a${' '.repeat(200_000)}b`;
  const before = performance.now();
  expect(normalText(text)).toBe(text);
  expect(performance.now() - before).toBeLessThan(2_000);
});

test('digits of every script become ASCII digits', () => {
  expect(asciiDigits('௯௮ ९८ ９８ ٩٨ 𝟡𝟠')).toBe('98 98 98 98 98');
});

test.each(['12A-b45', '12A–b45', ' １２Ａ b 45\u200b', '१२A‑b४५', '௧௨A−b௪௫'])(
  '%s is one spelling of a code',
  (text) => {
    expect(plainCode(text)).toBe('12Ab45');
  },
);

/** Nobody types these texts, or their exact spelling counts. */
const EXACT = new Map([
  ['loginRequest.email', 'an account of before may have another spelling (decision 0118)'],
  ['makeBlockOutRequest.seen', 'the ids that the desk has shown'],
  ['editBlockOutRequest.seen', 'the ids that the desk has shown'],
]);
const SECRETS = /\.(?:.*[pP]assword|token|current|secret|uid|state|signature|sign|subject_id)$/;

interface Definition {
  readonly type: string;
  readonly shape?: Record<string, z.core.$ZodType>;
  readonly element?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly out?: z.core.$ZodType;
}

/** At any depth. */
function* fieldsOf(schema: z.core.$ZodType, path: string): Generator<[string, z.core.$ZodType]> {
  const {
    type,
    shape,
    element,
    valueType,
    innerType,
    in: input,
    out,
  } = schema._zod.def as unknown as Definition;
  const inner = innerType ?? (type === 'pipe' && input?._zod.def.type === 'object' ? input : undefined);
  if (shape) for (const [name, field] of Object.entries(shape)) yield* fieldsOf(field, `${path}.${name}`);
  else if (element) yield* fieldsOf(element, path);
  else if (valueType && type === 'record') yield* fieldsOf(valueType, path);
  else if (inner && holds(inner)) yield* fieldsOf(inner, path);
  else if (type === 'pipe' && out && holds(out)) yield* fieldsOf(out, path);
  else yield [path, schema];
}
/** Whether a schema is, or wraps, one with fields or items. */
function holds(schema: z.core.$ZodType): boolean {
  const { type, innerType } = schema._zod.def as unknown as Definition;
  return ['object', 'array', 'record'].includes(type) || (innerType !== undefined && holds(innerType));
}

const modules: Record<string, Record<string, unknown>> = import.meta.glob('../../../contract/**/*.ts', {
  eager: true,
});
const requests = Object.values(modules).flatMap((exported) =>
  Object.entries(exported).filter(
    (entry): entry is [string, z.ZodType] =>
      /(?:Request|Query|Params)$/.test(entry[0]) && entry[1] instanceof z.ZodType,
  ),
);
const fields = requests.flatMap(([name, schema]) => [...fieldsOf(schema, name)]);

test('every text of a request is read in its one form', () => {
  expect(requests.length).toBeGreaterThan(40);
  const texts: string[] = [];
  const otherwise: string[] = [];
  for (const [path, schema] of fields) {
    if (EXACT.has(path) || SECRETS.test(path)) continue;
    const { success, data } = z.safeParse(schema, '\uFEFF\u200b\u00a0 Rene\u0301\u2060e \u00a0\r\n');
    if (!success || typeof data !== 'string') continue;
    texts.push(path);
    if (data.toLowerCase() !== 'renée') otherwise.push(`${path}: ${JSON.stringify(data)}`);
  }
  expect(otherwise).toEqual([]);
  expect(texts).toEqual(
    expect.arrayContaining([
      'noteRequest.note',
      'registerRequest.first_name',
      'peopleQuery.search',
      'billingRequest.address',
    ]),
  );
});

/** Values of the fields for codes, each in another spelling of a number or code that people type. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  code: ['123456', '123 456', '123-456', '123–456', '１２３４５６', '१२३४५६', '௧௨௩ ௪௫௬', '\u200b123456'],
  gstin: [
    '33AAACH7409R1Z8',
    '33aaach7409r1z8',
    '33 AAACH 7409R 1Z8',
    '33–AAACH–7409R–1Z8',
    '௩௩AAACH7409R1Z8',
    'GSTIN: 33AAACH7409R1Z8',
  ],
  phone: [
    '+919840012345',
    '(98400) 12345',
    '98400 12345',
    '९८४०० १२३४५',
    '௯௮௪௦௦ ௧௨௩௪௫',
    '[98400]-12345',
    '98400–12345',
  ],
  reference: ['5327-1520', '５３２７‑１５２０', '௫௩௨௭-௧௫௨௦'],
  pincode: ['600002', '௬௦௦௦௦௨', ' 600002\u200b'],
};

/** Phone numbers that people only read: they stay as they are typed. */
const AS_TYPED = new Set(['enquireRequest.phone', 'saveBusinessRequest.phone']);

test.each(Object.entries(CODES))('a %s is read in the same spellings at every field', (name, spellings) => {
  const found = fields.filter(([path]) => path.endsWith(`.${name}`) && !AS_TYPED.has(path));
  expect(found.length).toBeGreaterThan(0);
  for (const [path, schema] of found) {
    const read = spellings.map((text) => z.safeParse(schema, text).data);
    expect(new Set(read), path).toEqual(new Set([read[0]]));
    expect(read[0], path).toBeDefined();
  }
});

test('a recovery code is read in the same spellings at every field for one', () => {
  const codes = fields.filter(([, schema]) => z.safeParse(schema, '0a1b2-c3d4e').data === '0a1b2c3d4e');
  expect(codes.length).toBeGreaterThan(1);
  for (const [path, schema] of codes) {
    for (const text of ['0A1B2C3D4E', '0a1b2–c3d4e', '０ａ１ｂ２ ｃ３ｄ４ｅ', '\u20600a1b2\u00a0c3d4e']) {
      expect(z.safeParse(schema, text).data, `${path}: ${text}`).toBe('0a1b2c3d4e');
    }
  }
});
