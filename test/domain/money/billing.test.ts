import { describe, expect, test } from 'vitest';
import {
  emptyBilling,
  isOutOfStateGstin,
  stateOfGstin,
  validateBilling,
} from '../../../domain/invoices/billing.ts';
import { csv } from '../../../domain/text/csv.ts';
import { isPrintable, printable } from '../../../domain/text/printable.ts';

const HERE = '33AAACH7409R1Z8';
const ELSEWHERE = '27AAPFU0939F1ZV';
const company = {
  companyName: 'Kadal Exports',
  gstin: HERE,
  address: '1, Beach Road',
  state: '33',
  isSez: false,
};

describe('the billing details of an invoice', () => {
  test.each([
    ['nothing', emptyBilling],
    ['everything', company],
    ['only a name', { ...emptyBilling, companyName: 'Kadal Exports' }],
    ['the longest name and address', { ...company, companyName: 'a'.repeat(300), address: 'a'.repeat(500) }],
    ['a unit in a special economic zone', { ...company, isSez: true }],
    ['a name in the letters of India and Arabic', { ...company, companyName: 'ಶ್ರೀ ಮಂಜುನಾಥ شركة' }],
    ['white space around the longest name', { ...company, companyName: `  ${'a'.repeat(300)}\n` }],
  ])('are accepted: %s', (_case, fields) => {
    expect(validateBilling(fields)).toEqual({});
  });

  const nameless = { companyName: 'Enter the name for the invoice' };
  test.each([
    ['a GSTIN and its address', { gstin: HERE, address: '1, Beach Road' }, nameless],
    ['an address', { address: '1, Beach Road' }, nameless],
    ['a state', { state: '33' }, nameless],
    ['white space for a name', { companyName: ' \n', state: '33' }, nameless],
    [
      'too long a name and address',
      { companyName: 'a'.repeat(301), address: 'a'.repeat(501) },
      { companyName: 'Use at most 300 characters', address: 'Use at most 500 characters' },
    ],
    [
      'a GSTIN without an address',
      { companyName: 'Kadal Exports', gstin: HERE, address: ' ' },
      { address: 'Enter the address: an invoice with a GSTIN needs it' },
    ],
    [
      'a mistyped GSTIN',
      { ...company, gstin: '33AAACH7409R1Z9' },
      { gstin: 'The GSTIN has a mistyped character: its last one does not match the others' },
    ],
    [
      'a special economic zone without a GSTIN',
      { companyName: 'Kadal Exports', isSez: true },
      { gstin: 'Enter the GSTIN of the unit in the special economic zone' },
    ],
    [
      'a name and an address that an invoice cannot show',
      { companyName: '漢字 Traders', address: '漢 Road' },
      {
        companyName:
          'The name has letters that an invoice cannot show (漢 字): please spell it in Latin letters',
        address: 'The address has letters that an invoice cannot show (漢): please spell it in Latin letters',
      },
    ],
    [
      'the UIN of an embassy',
      { ...company, gstin: '0717USA00028UN6' },
      { gstin: expect.stringContaining('is a UIN of an embassy or a UN body') },
    ],
    ['an unknown state', { ...company, state: '00' }, { state: 'Choose a state from the list' }],
  ])('are refused: %s', (_case, fields, errors) => {
    expect(validateBilling({ ...emptyBilling, ...fields })).toEqual(errors);
  });

  test('take the state from the GSTIN, and mark a GSTIN of another state, which cannot claim the tax', () => {
    expect([HERE, ELSEWHERE, ''].map(stateOfGstin)).toEqual(['33', '27', null]);
    expect([HERE, ELSEWHERE, ''].map((gstin) => isOutOfStateGstin({ gstin, isSez: false }))).toEqual([
      false,
      true,
      false,
    ]);
    expect(isOutOfStateGstin({ gstin: ELSEWHERE, isSez: true })).toBe(false);
  });
});

test('a CSV cell is quoted where needed, and a name cannot become a formula', () => {
  const rows = [
    ['plain', -1, 0.5],
    ['a,b', 'a;b', 'say "hi"', 'two\nlines'],
    ['=1+1', '-1', '＠sum', 'a=1'],
  ];
  expect(csv(rows)).toBe(`plain,-1,0.5\r\n"a,b","a;b","say ""hi""","two\nlines"\r\n'=1+1,'-1,'＠sum,a=1\r\n`);
});

test('unprintable characters are detected and removed at every position', () => {
  for (const text of ['\u202Ename', 'na\u0007me', 'name\uD800']) {
    expect([isPrintable(text), printable(text)]).toEqual([false, 'name']);
  }
  expect(isPrintable('சுந்தர் सुन्दर')).toBe(true);
});
