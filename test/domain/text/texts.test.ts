import { expect, test } from 'vitest';
import { addressLine } from '../../../domain/rooms/addressLine.ts';
import { bookingReference } from '../../../domain/bookings/bookingReference.ts';
import { camelCased, snakeCased } from '../../../domain/text/camelCased.ts';
import { capitalised } from '../../../domain/text/capitalised.ts';
import { unprintedProblem } from '../../../domain/text/printedLetters.ts';
import { fullName } from '../../../domain/account/fullName.ts';
import { pointsAre, pointsText } from '../../../domain/money/points.ts';
import { roomsLink, searchPath } from '../../../domain/rooms/roomsLink.ts';
import { parseSearchParams } from '../../../domain/rooms/searchParams.ts';

test('a booking is named by the first eight digits of its id', () => {
  expect(bookingReference('7f3a09bc-1234-4abc-8def-0123456789ab')).toBe('LR-7F3A-09BC');
});

test('an address is one line without its unknown parts', () => {
  const address = {
    floor: '2nd floor',
    buildingNo: '27',
    streetName: ' ',
    areaName: '',
    city: 'Chennai',
    pincode: '600004',
  };
  expect(addressLine(address)).toBe('2nd floor, 27, Chennai\u00a0600004');
});

test('an amount of points is singular only for exactly one point', () => {
  expect([0, 0.5, 1, 1.5, 2].map(pointsText)).toEqual([
    '0 points',
    '0.5 points',
    '1 point',
    '1.5 points',
    '2 points',
  ]);
  expect([0.5, 1].map(pointsAre)).toEqual(['0.5 points are', '1 point is']);
});

test('the link to the rooms carries the headcount', () => {
  const [path, query = ''] = roomsLink(12).split('?');
  expect(path).toBe('/meeting-room');
  expect(parseSearchParams(`?${query}`)).toEqual({ headcount: '12' });
});

test('a full name leaves out what is missing', () => {
  expect(fullName('Asha', 'Raman')).toBe('Asha Raman');
  expect([fullName('Asha', ''), fullName('Asha', null), fullName(null, null)]).toEqual(['Asha', 'Asha', '']);
});

test('a capitalised text keeps all but its first letter', () => {
  expect(['chennai', 'u-shape', 'HR', ''].map(capitalised)).toEqual(['Chennai', 'U-shape', 'HR', '']);
});

test('a search by time leads to the rooms with its values and the chosen or typed date, and needs a date', () => {
  const values = { date: '26/11/2025', headcount: '4', start: '10:00', duration: '' };
  expect(searchPath(values, '2025-11-25')).toBe(
    '/meeting-room?date=2025-11-25&headcount=4&start=10%3A00&duration=',
  );
  expect(searchPath(values, '')).toContain('date=2025-11-26');
  expect(searchPath({ ...values, date: '31/11/2025' }, '')).toBeNull();
  expect(searchPath({}, '')).toBeNull();
});

test('names of the API become camelCase, also in lists and nested fields, and those of a form are turned back', () => {
  expect(camelCased({ room_name: 'One', in_the_way: [{ room_id: 1 }], step_2: null })).toEqual({
    roomName: 'One',
    inTheWay: [{ roomId: 1 }],
    step2: null,
  });
  expect(snakeCased({ roomName: 'One', id: '1' })).toEqual({ room_name: 'One', id: '1' });
});

test('a text that an invoice cannot show names at most five of its letters', () => {
  expect(unprintedProblem('Asha')).toBeNull();
  expect(unprintedProblem('漢字')).toContain('(漢 字)');
  expect(unprintedProblem('一二三四五六')).toContain('(一 二 三 四 五 …)');
});
