import { expect, test } from 'vitest';
import { byMatch, matchRoom } from '../../domain/roomMatch.ts';
import { slotsIn } from '../../domain/slots.ts';

const wanted = { start: 20, end: 22 };

test('a room is free at the wanted time, at another, or not at all', () => {
  expect(matchRoom({ taken: [] }, wanted)).toEqual({ match: 'free', ranges: [wanted] });
  const other = matchRoom({ taken: [20] }, wanted);
  expect([other.match, other.ranges[0]]).toEqual(['other-time', { start: 21, end: 23 }]);
  const one = { taken: slotsIn({ start: 0, end: 46 }) };
  expect(matchRoom(one, wanted)).toEqual({ match: 'other-time', ranges: [{ start: 46, end: 48 }] });
  expect(matchRoom({ taken: slotsIn({ start: 0, end: 48 }) }, wanted)).toEqual({ match: 'full', ranges: [] });
});

test('free rooms come first and full ones last, equal ones in their order', () => {
  const found = (['full', 'other-time', 'free', 'full', 'free'] as const).map((match, id) => ({ match, id }));
  expect(byMatch(found).map(({ id }) => id)).toEqual([2, 4, 1, 0, 3]);
});
