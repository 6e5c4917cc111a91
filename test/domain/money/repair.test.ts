import { expect, test } from 'vitest';
import { joinRanges, repairSelection } from '../../../domain/money/repair.ts';

test('a selection keeps its longest part that is not taken, the earlier of two equal ones', () => {
  expect(repairSelection([20, 21, 22, 23, 24], [21])).toEqual({ kept: { start: 22, end: 25 }, lost: [21] });
  expect(repairSelection([20, 21, 22], [21])).toEqual({ kept: { start: 20, end: 21 }, lost: [21] });
  expect(repairSelection([20, 21, 22], [22, 20, 40])).toEqual({
    kept: { start: 21, end: 22 },
    lost: [20, 22],
  });
  expect(repairSelection([20, 21], [20, 21])).toEqual({ kept: null, lost: [20, 21] });
  expect(repairSelection([20, 21], [])).toEqual({ kept: { start: 20, end: 22 }, lost: [] });
  expect(repairSelection([], [1])).toEqual({ kept: null, lost: [] });
});

test('the order in which slots were selected does not matter', () => {
  expect(repairSelection([23, 20, 22, 24, 21], [24, 21])).toEqual({
    kept: { start: 22, end: 24 },
    lost: [21, 24],
  });
});

test('the kept part is the longest run of selected slots that are not taken', () => {
  // Every subset of six selected slots is taken once.
  const selected = [20, 21, 22, 23, 24, 25];
  for (let bits = 0; bits < 2 ** selected.length; bits += 1) {
    const taken = selected.filter((_, n) => bits & (2 ** n));
    const { kept, lost } = repairSelection(selected, taken);
    expect(lost).toEqual(taken);
    const length = kept ? kept.end - kept.start : 0;
    expect(taken.filter((slot) => kept && slot >= kept.start && slot < kept.end)).toEqual([]);
    const longer = selected.some((start) =>
      Array.from({ length: length + 1 }, (_, n) => start + n).every(
        (slot) => selected.includes(slot) && !taken.includes(slot),
      ),
    );
    expect(longer).toBe(false);
  }
});

test('ranges that touch become one', () => {
  expect(joinRanges({ start: 20, end: 21 }, { start: 21, end: 22 })).toEqual({ start: 20, end: 22 });
  expect(joinRanges({ start: 21, end: 23 }, { start: 20, end: 21 })).toEqual({ start: 20, end: 23 });
  expect(joinRanges({ start: 20, end: 21 }, { start: 22, end: 23 })).toEqual({ start: 22, end: 23 });
});
