import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csv } from '../../../domain/text/csv.ts';
import { parseCsv } from '../../../domain/text/parseCsv.ts';

const cellsOf = (text: string) => {
  const records = parseCsv(text);
  return 'problem' in records ? records : records.map(({ cells }) => cells);
};

test.each([
  ['', []],
  [
    '\uFEFFa,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\n1,\n',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'a,b\r\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['a\r\n\r\n\nb\r\n', [['a'], ['b']]],
  ['"a, ""b""\r\nc",d\r\n', [['a, "b"\r\nc', 'd']]],
  ['"",x\n', [['', 'x']]],
  ['a,', [['a', '']]],
])('%j is a table', (text, cells) => expect(cellsOf(text)).toEqual(cells));

test.each([
  ['a\n1,"2', 2],
  ['a\n1,2"\n', 2],
  ['"a\n\n"b,1\n', 3],
  ['a,b\n"1" ,2', 2],
  ['a\rb', 1],
])('%j breaks the rules in line %i', (text, line) =>
  expect(parseCsv(text)).toEqual({ line, problem: 'has a quotation mark in the wrong place' }),
);

test('a record names the line at which it begins', () => {
  expect(parseCsv('a\n"1\n2\n3"\n\nb\n')).toEqual([
    { line: 1, cells: ['a'] },
    { line: 2, cells: ['1\n2\n3'] },
    { line: 6, cells: ['b'] },
  ]);
});

test.each([
  ['x', 'x'],
  ['""', '"'],
  ['\n', '\n'],
  [',', ','],
])('a cell of ten million characters is read: %j', (part, shown) => {
  const content = part.repeat(10_000_000 / part.length);
  const records = parseCsv(`a,"${content}"\nb,c\n`);
  if ('problem' in records) throw new Error(records.problem);
  const [first, second] = records;
  expect(first?.cells[1] === shown.repeat(10_000_000 / part.length)).toBe(true);
  expect(second).toEqual({ line: part === '\n' ? 10_000_002 : 2, cells: ['b', 'c'] });
  expect(parseCsv(`a,"${content}`)).toMatchObject({ line: 1 });
});

test('reads what this program writes', () => {
  const cell = fc.string({ unit: 'binary' }).filter((text) => !/^[=+\-@\t\r\n＝＋－＠\uFEFF]/.test(text));
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 })), (table) => {
      const quoted = csv(table.map((row) => row.map((text) => (text.includes('\r') ? `x"${text}` : text))));
      expect(cellsOf(quoted)).toEqual(
        table.map((row) => row.map((text) => (text.includes('\r') ? `x"${text}` : text))),
      );
    }),
  );
});
