import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gstinCheckDigit, parseGstin } from '../../../domain/invoices/gstin.ts';
import { stateCodes } from '../../../domain/invoices/gstStates.ts';

/** Published numbers. */
const PUBLISHED = ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '27AWYPL7122J1C6', '33AAACH7409R1Z8'];

describe('a GSTIN', () => {
  /** Invented numbers with the smallest and the largest check digit, computed by another program. */
  const EXTREME = ['33ABCDG1239F1Z0', '33ABCDH1239F1ZZ'];
  /** An invented number: twice the value of the first I is 36, whose digits 1 and 0 in base 36 are added. */
  const CARRIED = '33AIBCI1234F1ZR';

  test.each([...PUBLISHED, ...EXTREME, CARRIED])('%s is valid', (gstin) => {
    expect(parseGstin(gstin)).toEqual({ gstin, state: gstin.slice(0, 2), problem: null });
  });

  test.each([
    '27aapfu0939f1zv',
    ' 27AAPFU0939F1ZV ',
    '27 AAPFU 0939 F1 ZV',
    '27\tAAPFU0939F1ZV\n',
    '27 AAPFU0939F1ZV',
    '27\u200BAAPFU0939F1ZV\u2060',
    '\uFEFF27AAPFU0939F1ZV\u00AD',
    '27AAPFU0939F1ZV\uFE0F',
    '27-AAPFU0939F-1ZV',
    '27–AAPFU0939F‑1ZV',
    'GSTIN: 27AAPFU0939F1ZV',
    'GSTIN 27AAPFU0939F1ZV',
    'gstin no. 27aapfu0939f1zv',
    'GST No.: 27AAPFU0939F1ZV',
    'GSTIN/UIN: 27AAPFU0939F1ZV',
    '２７ＡＡＰＦＵ０９３９Ｆ１ＺＶ',
    '௨௭AAPFU௦௯௩௯F௧ZV',
  ])('%j is normalised', (text) => {
    expect(parseGstin(text)).toMatchObject({ gstin: '27AAPFU0939F1ZV', state: '27' });
  });

  test.each([
    ['', 'length'],
    ['27AAPFU0939F1Z', 'length'],
    ['27AAPFU0939F1ZVV', 'length'],
    ['27AAPFU0939F1Z-', 'length'],
    ['27-APFU0939F1ZV', 'length'],
    ['27_APFU0939F1ZV', 'format'],
    ['0717USA00028UN6', 'uin'],
    ['UIN: 0717 USA 00028 UN6', 'uin'],
    ['2AAAPFU0939F1ZV', 'format'],
    ['27AAPF10939F1ZV', 'format'],
    ['27AAPFU0939F0ZV', 'format'],
    // A dotless i, whose upper case is an ASCII I.
    ['27ıAPFU0939F1ZV', 'format'],
    ['=1+AAPFU0939F1Z', 'format'],
    ['00AAPFU0939F1ZV', 'state'],
    ['25AAPFU0939F1ZV', 'state'],
    ['28AAPFU0939F1ZV', 'state'],
    ['40AAPFU0939F1ZV', 'state'],
    ['27AAPFU0939F1ZW', 'check-digit'],
    ['29AAPFU0939F1ZV', 'check-digit'],
  ])('%j is refused: %s', (text, problem) => {
    expect(parseGstin(text)).toEqual({ problem });
  });

  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  const digits = '0123456789'.split('');
  const oneOf = (characters: string[]) => fc.constantFrom(...characters);
  const gstin = fc
    .tuple(
      fc.constantFrom(...stateCodes),
      ...Array.from({ length: 5 }, () => oneOf(letters)),
      ...Array.from({ length: 4 }, () => oneOf(digits)),
      oneOf(letters),
      oneOf([...digits.slice(1), ...letters]),
      oneOf([...digits, ...letters]),
    )
    .map((parts) => parts.join(''))
    .map((first14) => first14 + gstinCheckDigit(first14));

  test('with one mistyped character is refused', () => {
    fc.assert(
      fc.property(gstin, fc.nat(14), oneOf([...digits, ...letters]), (valid, position, replacement) => {
        expect(parseGstin(valid).problem).toBeNull();
        fc.pre(valid[position] !== replacement);
        expect(
          parseGstin(valid.slice(0, position) + replacement + valid.slice(position + 1)).problem,
        ).not.toBeNull();
      }),
    );
  });
});
