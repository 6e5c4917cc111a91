import { expect, test } from 'vitest';
import { makeBlockOutRequest } from '../../contract/desk/blockOuts.ts';
import { saveEventRequest } from '../../contract/desk/events.ts';
import { saveRoomRequest } from '../../contract/desk/rooms.ts';
import { amountField } from '../../domain/money/amounts.ts';
import { failureDetailsOf } from '../../src/app/effects/failureDetails.ts';
import { initialDataOf } from '../../src/app/effects/initialData.ts';
import { moveTermsOf } from '../../src/bookings/effects.ts';
import { bookingOf } from '../../src/bookings/effects/booking.ts';
import { auditEntryOf } from '../../src/desk/audit/effects.ts';
import { bookingRequestOf, timedRequestOf } from '../../src/desk/effects/requests.ts';
import { blockOutOf, blockOutRequestOf, dayPlanOf } from '../../src/desk/plan/effects.ts';
import { roomRequestOf } from '../../src/desk/rooms/effects.ts';
import { roomOf } from '../../src/rooms/effects.ts';
import { apiBooking } from '../fixtures/apiBooking.ts';
import { apiRoom } from '../fixtures/apiRoom.ts';

/* What machines and views get for an object of the API with every field. */

const location = {
  floor: '2',
  buildingNo: '14',
  streetName: 'Usman Road',
  areaName: 'T. Nagar',
  city: 'Chennai',
  pincode: '600017',
};

test('a room has its price in paise and its opening hours and lengths in slots', () => {
  expect(roomOf(apiRoom)).toEqual({
    id: 1,
    roomName: 'Marina Huddle',
    roomCapacity: 4,
    // 1179.1 * 100 is 117909.99999999999.
    pricePerHour: 117_910,
    images: [{ image: '/images/room-01-huddle-4.jpg', alt: 'The room' }],
    amenities: [{ name: 'wifi' }],
    location,
    description: 'Quiet, with a view of the street.',
    minSlots: 2,
    maxSlots: 16,
    bufferSlots: 1,
    openingHours: [...Array.from({ length: 6 }, () => ({ start: 12, end: 48 })), null],
    layouts: [{ name: 'boardroom', seats: 4 }],
    cancellation: {
      fromDay: '2025-11-01',
      card: {
        steps: [{ hours: 48, percent: 100 }],
        grace: { hours: 2, leadHours: 24 },
        correctionMinutes: 15,
      },
      points: { steps: [], grace: null },
    },
  });
});

test('a booking has its times as a range that ends after the last slot, and one name of its state', () => {
  expect(bookingOf(apiBooking)).toEqual({
    id: 'booking-1',
    bookingDate: '2025-11-24',
    range: { start: 20, end: 22 },
    state: 'confirmed',
    refund: { amount: 10_000, status: 'refundDue' },
    refunds: [
      {
        amount: 10_000,
        reason: 'moved',
        status: 'requested',
        atDesk: null,
        reference: 'rfnd_1',
        bankReference: null,
      },
    ],
    unpaid: {
      since: '2025-11-20T06:25:00.000Z',
      until: '2025-11-20T06:38:00.000Z',
      atBank: true,
      byLink: true,
    },
    pendingMove: {
      bookingId: 'move-1',
      amount: 29_500,
      roomId: 2,
      bookingDate: '2025-11-25',
      range: { start: 46, end: 48 },
      since: '2025-11-20T06:30:00.000Z',
      until: '2025-11-20T06:40:00.000Z',
      atBank: false,
    },
    series: { id: 'series-1', dates: 3 },
    amount: { with: 'card', amount: 59_000 },
    meetingRoom: {
      id: 1,
      roomName: 'Marina Huddle',
      image: { image: '/images/room-01-huddle-4.jpg' },
      location,
    },
  });
});

test('a booking of a server of the previous version has the state that its former name stands for', () => {
  const { state: _state, ...former } = apiBooking;
  expect(bookingOf({ ...former, status: 'called_off' }).state).toBe('cancelled');
});

test('a day plan has prices in paise, and the ends of its times are their ends', () => {
  const room = { id: 1, name: 'Marina Huddle', area: 'T. Nagar', capacity: 4 };
  const entry = {
    kind: 'booking',
    id: 'b',
    who: 'Meera',
    until: null,
    arrival: null,
  } as const;
  const plan = dayPlanOf({
    date: '2025-11-24',
    rooms: [
      { ...room, price_per_hour: 500, opens: '06:00:00', closes: '24:00:00' },
      { ...room, price_per_hour: 1179.1, opens: null, closes: null },
    ],
    entries: [
      {
        ...entry,
        room_id: 1,
        start_time: '23:00:00',
        end_time: '24:00:00',
        paid_with: 'card',
        amount: '590.00',
        method: 'card',
        has_note: true,
      },
    ],
    buffers: [{ room_id: 1, start_time: '22:30:00', end_time: '23:00:00' }],
    held: { slots: 2, open_slots: 36, days: 1 },
  });
  expect(plan).toEqual({
    date: '2025-11-24',
    rooms: [
      { ...room, pricePerHour: 50_000, open: { start: 12, end: 48 } },
      { ...room, pricePerHour: 117_910, open: null },
    ],
    entries: [
      {
        ...entry,
        roomId: 1,
        range: { start: 46, end: 48 },
        amount: { with: 'card', amount: 59_000 },
        method: 'card',
        hasNote: true,
      },
    ],
    buffers: [{ roomId: 1, range: { start: 45, end: 46 } }],
    held: { slots: 2, openSlots: 36, days: 1 },
  });
});

const conflict = { kind: 'booking', id: 'b', day: '2025-11-24', who: 'Meera' } as const;
const apiConflict = {
  ...conflict,
  room_id: 1,
  room_name: 'Marina Huddle',
  start_time: '09:00:00',
  end_time: '10:00:00',
};
const shownConflict = { ...conflict, roomId: 1, roomName: 'Marina Huddle', range: { start: 18, end: 20 } };

test('a block-out and its conflicts have their times as slot ranges', () => {
  const times = { every: 'week', reason: 'A leak', by: 'Omana', id: 'o' } as const;
  const days = { first_day: '2025-11-24', last_day: '2025-12-01', room_id: null, room_name: null };
  expect(
    blockOutOf({
      ...times,
      ...days,
      start_time: '00:00:00',
      end_time: '24:00:00',
      in_the_way: [apiConflict],
      free_slots: 3,
      version: 2,
      except_days: ['2025-11-26'],
    }),
  ).toEqual({
    ...times,
    firstDay: '2025-11-24',
    lastDay: '2025-12-01',
    roomId: null,
    roomName: null,
    range: { start: 0, end: 48 },
    inTheWay: [shownConflict],
    freeSlots: 3,
    version: 2,
    exceptDays: ['2025-11-26'],
  });
});

const openWeek = Object.fromEntries(
  Array.from({ length: 6 }, (_, day) => [
    [`open ${day}`, 'on'],
    [`opens ${day}`, '12'],
    [`closes ${day}`, '48'],
  ]).flat(),
);

test('the forms of a room, of an event and of a block-out send the slot boundaries of their fields as times of the API', () => {
  const room = roomRequestOf({
    id: '',
    roomName: 'Tamarind Studio',
    roomCapacity: '8',
    pricePerHour: '600',
    buildingNo: '12',
    streetName: 'Lattice Bridge Road',
    areaName: 'Adyar',
    pincode: '600020',
    ...openWeek,
  });
  expect(saveRoomRequest.parse(room)).toMatchObject({
    opening_hours: [...Array.from({ length: 6 }, () => ({ start: 12, end: 48 })), null],
  });
  const event = timedRequestOf({
    id: '',
    title: 'Open evening',
    category: 'Community',
    day: '2025-11-29',
    startTime: '36',
    endTime: '40',
    place: '',
    summary: '',
  });
  expect(saveEventRequest.parse(event)).toMatchObject({ start_time: '18:00:00', end_time: '20:00:00' });
  const blockOut = blockOutRequestOf({
    roomId: 'all',
    firstDay: '2025-11-24',
    lastDay: '2025-12-01',
    every: 'week',
    startTime: '0',
    endTime: '48',
    reason: 'A leak',
  });
  expect(makeBlockOutRequest.parse(blockOut)).toMatchObject({ room_id: null, range: { start: 0, end: 48 } });
});

test('an error has slots, prices in paise, rooms and conflicts, and fields by the names of the form; keys that are data stay', () => {
  expect(
    failureDetailsOf({
      code: 'slot-taken',
      message: 'taken',
      taken: ['10:00:00', '23:30:00'],
      alternatives: {
        times: [{ stime: '15:00:00', etime: '15:30:00', ctime: '16:00:00' }],
        rooms: [apiRoom],
      },
      amount: '1062.50',
      price_per_hour: 1179.1,
      refund_reason: 'late',
      in_the_way: [apiConflict],
      fields: { room_name: 'is taken', bdate: 'is over' },
      present: { is_member: true },
      changed: { by: 'Omana', at: '2025-11-20T06:25:00.000Z', version: 2, fields: { room_name: 'One' } },
    }),
  ).toEqual({
    taken: [20, 47],
    alternatives: { times: [{ start: 30, end: 32 }], rooms: [roomOf(apiRoom)] },
    amount: 106_250,
    pricePerHour: 117_910,
    refundReason: 'late',
    inTheWay: [shownConflict],
    fields: { roomName: 'is taken', day: 'is over' },
    present: { isMember: true },
    changed: { by: 'Omana', at: '2025-11-20T06:25:00.000Z', version: 2, fields: { room_name: 'One' } },
  });
});

test('an audit entry keeps the names of the fields that were changed, which are data', () => {
  const entry = { id: 1, at: '2025-11-20T06:25:00.000Z', by: 'Omana', action: 'moved', subject: 'booking' };
  const changes = {
    was: { room_id: 1 },
    became: { room_id: 2 },
    reason: null,
    names: { 1: 'Marina Huddle' },
  };
  expect(auditEntryOf({ ...entry, ...changes, subject_id: 'b', booking_id: 'b' })).toEqual({
    ...entry,
    ...changes,
    subjectId: 'b',
    bookingId: 'b',
  });
});

test('the data of a prerendered page is converted like that of a call', () => {
  const rooms = { key: 'chennai', data: [apiRoom] };
  expect(
    initialDataOf({
      rooms,
      lowestPrice: 1179.1,
      blog: { results: [], total_pages: 3, current_page: 1 },
      policyText: { key: 'terms', data: { text: 'Terms', changed_on: '2025-11-01' } },
    }),
  ).toEqual({
    rooms: { key: 'chennai', data: [roomOf(apiRoom)] },
    lowestPrice: 117_910,
    blog: { results: [], totalPages: 3, currentPage: 1 },
    policyText: { key: 'terms', data: { text: 'Terms', changedOn: '2025-11-01' } },
  });
});

test('a form of the desk sends its room, day and slots as the fields of a booking call', () => {
  const entry = { roomId: '2', day: '2025-11-24', firstName: 'Meera' };
  const request = { mid: '2', bdate: '2025-11-24', first_name: 'Meera' };
  expect(bookingRequestOf({ ...entry, start: '46', end: '48' })).toEqual({
    ...request,
    stime: '23:00:00',
    etime: '23:30:00',
    ctime: '24:00:00',
  });
  expect(bookingRequestOf({ ...entry, start: '20', end: '20' })).toEqual({
    ...request,
    stime: '10:00:00',
    etime: '10:00:00',
    ctime: '10:00:00',
  });
});

test('terms have amounts of money or of points, and a move that returns something has a negative difference', () => {
  const terms = { booking_id: 'b', percent: 50, free_until: null, terms: 'Half', sequence: 1 };
  const shown = { bookingId: 'b', percent: 50, freeUntil: null, terms: 'Half', sequence: 1 };
  const card = { paid_with: 'card', amount: '826.00', difference: '-59.50', refund: '413.00' } as const;
  expect(moveTermsOf({ ...terms, ...card, returned_before: '1.00' })).toEqual({
    ...shown,
    amount: { with: 'card', amount: 82_600 },
    difference: { with: 'card', amount: -5950 },
    refund: { with: 'card', amount: 41_300 },
    returnedBefore: { with: 'card', amount: 100 },
  });
  const points = { paid_with: 'points', amount: '1.5', difference: '-0.5', refund: '1' } as const;
  const { amount, difference, refund } = moveTermsOf({ ...terms, ...points });
  expect([amount, difference, refund].map(amountField)).toEqual(['1.5', '-0.5', '1']);
  expect(amountField({ with: 'card', amount: -5950 })).toBe('-59.50');
});
