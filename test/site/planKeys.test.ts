import { expect, test } from 'vitest';
import { keyTarget } from '../../src/desk/plan/planKeys.ts';

/** A booking from slot 20 to 24 in row 7 of 12, which the focus entered in slot 22. */
const target = (key: string, ctrlKey = false, row = 7) =>
  keyTarget({ key, ctrlKey }, { row, column: 22, start: 20, end: 24 }, 12);

test('Page Up and Page Down of the day plan move by five rooms, in the same column, and stop at the first and the last', () => {
  expect(target('PageUp')).toEqual([2, 22]);
  expect(target('PageUp', false, 3)).toEqual([0, 22]);
  expect(target('PageDown', false, 3)).toEqual([8, 22]);
  expect(target('PageDown')).toEqual([11, 22]);
});

test('the arrow keys of the day plan leave a long booking on either side, and keep the column up and down', () => {
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => target(key))).toEqual([
    [7, 19],
    [7, 24],
    [6, 22],
    [8, 22],
  ]);
});

test('Home and End go to the ends of the day, with Control to the first and the last room; other keys move nothing', () => {
  expect(['Home', 'End'].map((key) => target(key))).toEqual([
    [7, 0],
    [7, 47],
  ]);
  expect(['Home', 'End'].map((key) => target(key, true))).toEqual([
    [0, 0],
    [11, 47],
  ]);
  expect(target('a')).toBeUndefined();
});
