import { expect, test } from 'vitest';
import { foundText, timesText } from '../../src/rooms/list/resultsText.ts';
import { resultGroups } from '../../machines/rooms/search/view.ts';
import { otherRoom, room } from '../fixtures/booking.ts';

const wanted = { start: 30, end: 34 };
const date = '2025-11-24';
const rooms = [room, otherRoom];
const found = [
  { roomId: room.id, match: 'full' as const },
  { roomId: otherRoom.id, match: 'other-time' as const },
];

test('the title counts the rooms and names the headcount and the amenities', () => {
  expect(foundText(1, 1, [])).toBe('1 room for 1 person');
  expect(foundText(0, 10, ['wifi'])).toBe('0 rooms for 10 people with Wi-Fi');
  expect(foundText(3, 10, ['wifi', 'tv', 'white board'])).toBe(
    '3 rooms for 10 people with Wi-Fi, TV and White board',
  );
});

test('the rooms are grouped only for requested times whose search has a result', () => {
  expect(resultGroups(rooms, wanted, found)?.map(({ match }) => match)).toEqual(['other-time', 'full']);
  expect(resultGroups(rooms, null, found)).toBeNull();
  expect(resultGroups(rooms, wanted, [])).toBeNull();
  expect(resultGroups(null, wanted, found)).toBeNull();
});

test('the times are counted only for requested times whose search has a result', () => {
  expect(timesText(null, null)).toBe('Choose a date above to see when they are free');
  expect(timesText({ date }, resultGroups(rooms, null, found))).toBe('Times on Monday 24 November 2025');
  expect(timesText({ date, requestedRange: wanted }, null)).toBe('Times on Monday 24 November 2025');
  expect(timesText({ date, requestedRange: wanted }, resultGroups(rooms, wanted, found))).toBe(
    'Times on Monday 24 November 2025: 0 free 3:00–5:00 PM, 1 at another time, 1 full',
  );
});
