import { describe, expect, test } from 'vitest';
import { parseDeskSearch } from '../../../domain/account/deskSearch.ts';

describe('the search of the desk reads', () => {
  test.each([
    ['LR-7F3A-09BC', '7f3a09bc'],
    ['lr-7f3a-09bc', '7f3a09bc'],
    ['7F3A-09BC', '7f3a09bc'],
    ['7f3a09bc', '7f3a09bc'],
    ['LR 7F3A 09BC', '7f3a09bc'],
    ['LR–7F3A–09BC', '7f3a09bc'],
    ['\u200bLR\u20117F3A\u201109BC ', '7f3a09bc'],
    ['LR-7F', '7f'],
    ['09bc', '09bc'],
    ['LR-7F3A-09BC-1', null],
    ['Meera', null],
    ['7f', null],
  ])('the reference of a booking in %s', (text, reference) => {
    expect(parseDeskSearch(text).reference).toBe(reference);
  });

  test.each([
    ['98400 77777', '9840077777'],
    ['+91 98400-77777', '919840077777'],
    ['(0)98400 77777', '9840077777'],
    ['0091 98400 77777', '919840077777'],
    ['९८४०० ७७७७७', '9840077777'],
    ['௯௮௪௦௦ ௭௭௭௭௭', '9840077777'],
    ['𝟡𝟠𝟜𝟘𝟘', '98400'],
    ['９８４００', '98400'],
    ['77777', '77777'],
    ['777', null],
    ['Meera 98400', null],
  ])('a phone number in %s', (text, phone) => {
    expect(parseDeskSearch(text).phone).toBe(phone);
  });

  test.each([
    ['LR/2627/0000123', { series: 'LR', year: '2627', sequence: 123 }],
    ['lr/2627/123', { series: 'LR', year: '2627', sequence: 123 }],
    ['2627/123', { series: null, year: '2627', sequence: 123 }],
    ['LR 123', { series: 'LR', year: null, sequence: 123 }],
    ['123', { series: null, year: null, sequence: 123 }],
    ['0', null],
    ['12345678', null],
  ])('the number of an invoice in %s', (text, invoice) => {
    expect(parseDeskSearch(text).invoice).toEqual(invoice);
  });

  test.each([
    ['Raman, Meera', ['raman', 'meera']],
    ['  Meera \u200b Raman ', ['meera', 'raman']],
    ['Meera@Example.COM', ['meera', 'example', 'com']],
    ['மீரா ராமன்', ['மீரா', 'ராமன்']],
    ['%', []],
    ['_', []],
    ["'); drop table app_user; --", ['drop', 'table', 'app', 'user']],
    ['a '.repeat(100), Array.from({ length: 16 }, () => 'a')],
  ])('words in %s', (text, words) => {
    expect(parseDeskSearch(text).words).toEqual(words);
  });

  test.each(['pay_ABCDEFGHabcdef', 'order_ABCDEFGH123456', '432112345678', 'desk_upi_1b9d6bcd'])(
    'the number of a payment in %s',
    (text) => {
      expect(parseDeskSearch(text).payment).toBe(text);
      expect(parseDeskSearch(` ${text} `).payment).toBe(text);
    },
  );

  test.each(['4321 1234 5678', '4321-1234-5678', '௪௩௨௧ ௧௨௩௪ ௫௬௭௮'])(
    'the reference of a transfer in %s',
    (text) => {
      expect(parseDeskSearch(text).payment).toBe('432112345678');
    },
  );
});
