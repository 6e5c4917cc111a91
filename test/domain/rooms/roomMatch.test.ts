import { expect, test } from 'vitest';
import { byMatch, matchRoom } from '../../../domain/rooms/roomMatch.ts';
import { slotsIn } from '../../../domain/time/slots.ts';

const requested = { start: 20, end: 22 };

test('a room is free at the requested time, at another time, or not at all', () => {
  expect(matchRoom({ taken: [] }, requested)).toEqual({ match: 'free', ranges: [requested] });
  const other = matchRoom({ taken: [20] }, requested);
  expect([other.match, other.ranges[0]]).toEqual(['other-time', { start: 21, end: 23 }]);
  const oneFree = { taken: slotsIn({ start: 0, end: 46 }) };
  expect(matchRoom(oneFree, requested)).toEqual({ match: 'other-time', ranges: [{ start: 46, end: 48 }] });
  expect(matchRoom({ taken: slotsIn({ start: 0, end: 48 }) }, requested)).toEqual({
    match: 'full',
    ranges: [],
  });
});

test('free rooms come first and full ones last, and equal ones keep their order', () => {
  const found = (['full', 'other-time', 'free', 'full', 'free'] as const).map((match, id) => ({ match, id }));
  expect(byMatch(found).map(({ id }) => id)).toEqual([2, 4, 1, 0, 3]);
});
