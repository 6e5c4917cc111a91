import { expect, test } from 'vitest';
import { seriesDates } from '../../../domain/bookings/series.ts';

test('a series has its weekday every week or every two weeks, over the end of a year', () => {
  expect(seriesDates('2025-12-22', 1, 3)).toEqual(['2025-12-22', '2025-12-29', '2026-01-05']);
  expect(seriesDates('2025-12-22', 2, 3)).toEqual(['2025-12-22', '2026-01-05', '2026-01-19']);
});
