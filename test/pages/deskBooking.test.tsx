// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { DayPlan, DeskBooking } from '../../machines/desk/plan/dayPlan.ts';
import { createDeskActor } from '../../machines/desk/app.ts';
import type { Rate } from '../../domain/money/rates.ts';
import { dateAt, fullDate, weekdayOf } from '../../domain/time/calendar.ts';
import { Desk } from '../../src/desk/Desk.tsx';
import { NOON } from '../fixtures/booking.ts';
import { DESK_DAY, mockDeskEffects } from '../machines/deskEffects.ts';
import { renderInApp, withPagesAtNoon } from './openPage.tsx';

withPagesAtNoon();

const ID = '0b7f7f5e-0000-4000-8000-000000000001';

/** At 502 rupees an hour, 10:00 to 11:00 AM. */
const booking: DeskBooking = {
  id: ID,
  reference: 'LIT-0B7F',
  state: 'confirmed',
  sequence: 3,
  customer: {
    name: 'Meera Raman',
    email: 'meera@example.com',
    phone: '+919840012345',
    company: '',
    isMember: false,
    points: 0,
  },
  roomId: 2,
  roomName: 'Kolam Round',
  day: DESK_DAY,
  range: { start: 20, end: 22 },
  amount: { with: 'card', amount: 59236 },
  payments: [],
  bookedAt: '2025-11-20T06:30:00.000Z',
  cancelledAt: null,
  returned: null,
  arrival: null,
  note: '',
  notes: [],
  history: [],
  headcount: null,
  wishes: '',
  terms: null,
  refunds: [],
  refundable: null,
  refundRequest: null,
  documents: [],
  series: [],
  link: null,
  extension: null,
};

const plan: DayPlan = {
  date: DESK_DAY,
  rooms: [
    {
      id: 2,
      name: 'Kolam Round',
      area: 'Velachery',
      capacity: 6,
      pricePerHour: 50200,
      open: { start: 12, end: 48 },
    },
  ],
  entries: [],
  buffers: [],
};

/** Opens the booking at the desk. */
async function openBooking(fields: Partial<DeskBooking> = {}, rates: readonly Rate[] = []) {
  const effects = mockDeskEffects();
  effects.desk.booking.mockResolvedValue({ ...booking, ...fields });
  const rooms = plan.rooms.map((room) => ({ ...room, rates }));
  effects.desk.dayPlan.mockImplementation(async (date) => ({ ...plan, rooms, date }));
  const actor = createDeskActor(effects).start();
  const router = createMemoryRouter([{ path: '*', element: <Desk now={() => NOON} /> }], {
    initialEntries: [`/desk?booking=${ID}`],
  });
  await act(async () => {
    renderInApp(actor, <RouterProvider router={router} />);
  });
  await screen.findByText('Kolam Round', { selector: 'dd' });
  return effects;
}

test('a booking shows its history: who, when, and from what to what', async () => {
  const event = { at: '2025-11-21T06:30:00.000Z', was: null, became: null, reason: null, names: {} };
  await openBooking({
    history: [
      {
        ...event,
        by: 'Divya Raman',
        action: 'moved',
        was: { room_id: 2, from: '10:00:00' },
        became: { room_id: 3, from: '11:00:00' },
        reason: 'The projector broke',
        names: { 2: 'Kolam Round', 3: 'Banyan Hall' },
      },
      { ...event, by: null, action: 'booked' },
    ],
  });
  expect(screen.getByText('History (2)')).toBeTruthy();
  const items = within(screen.getByRole('list', { name: 'History', hidden: true })).getAllByRole('listitem', {
    hidden: true,
  });
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Moved. room: Kolam Round → Banyan Hall; from: 10:00 AM → 11:00 AMReason: The projector brokeDivya Raman, 21 November 2025, 12:00 PM',
    'BookedThe customer, 21 November 2025, 12:00 PM',
  ]);
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const textOfStatus = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

test('"Extend" suggests the next half hour with its price, and sends what was shown', async () => {
  const effects = await openBooking();
  press('Extend');
  expect(textOfStatus()).toContain('To pay: ₹296.18, with tax');
  await act(async () => press('Record payment and extend'));
  expect(effects.desk.extend.mock.lastCall?.[0]).toEqual({
    bookingId: ID,
    sequence: '3',
    startTime: '20',
    endTime: '23',
    amount: '296.18',
    method: 'cash',
    reference: '',
  });
});

test('"Extend" costs the rate of the added times', async () => {
  const evening = { weekdays: [weekdayOf(DESK_DAY)], start: 22, end: 40, pricePerHour: 800_00 };
  const effects = await openBooking({}, [evening]);
  press('Extend');
  expect(textOfStatus()).toContain('To pay: ₹472.00, with tax');
  await act(async () => press('Record payment and extend'));
  expect(effects.desk.extend.mock.lastCall?.[0]).toMatchObject({ endTime: '23', amount: '472.00' });
});

test('an extension by a payment link sends the chosen times and their price, and no payment', async () => {
  const effects = await openBooking();
  press('Extend');
  press('Payment link');
  expect(textOfStatus()).toContain('To pay: ₹296.18, with tax');
  expect(screen.queryByLabelText(/^Paid/)).toBeNull();
  await act(async () => press('Hold and send the link'));
  expect(effects.desk.extendByLink.mock.lastCall?.[0]).toEqual({
    bookingId: ID,
    sequence: '3',
    startTime: '20',
    endTime: '23',
    amount: '296.18',
  });
  expect(effects.desk.extend).not.toHaveBeenCalled();
});

test('an open link for longer times has their price and deadline, and is withdrawn by its own id', async () => {
  const extension = {
    id: '0b7f7f5e-0000-4000-8000-000000000002',
    url: 'https://rzp.io/i/abc',
    until: '2025-11-22T04:30:00.000Z',
    state: 'open' as const,
    range: { start: 20, end: 23 },
    amount: 29618,
  };
  const effects = await openBooking({ extension });
  const section = within(screen.getByRole('region', { name: 'Link for longer times' }));
  expect(section.getByText('10:00 AM to 11:30 AM, for ₹296.18 more')).toBeTruthy();
  expect(section.getByText('22 November 2025, 10:00 AM')).toBeTruthy();
  expect(section.getByLabelText<HTMLInputElement>('Text for WhatsApp or SMS').value).toBe(
    [
      'Litrooms: please pay ₹296.18 to extend your booking.',
      `Kolam Round, ${fullDate(DESK_DAY)}, 10:00 AM to 11:30 AM`,
      'Pay here until 22 November 2025, 10:00 AM: https://rzp.io/i/abc',
    ].join('\n'),
  );
  press('Withdraw the link');
  await act(async () => press('Withdraw it and release the times'));
  expect(effects.deskPayments.withdrawLink.mock.lastCall?.[0]).toEqual({ bookingId: extension.id });
});

test('a booking with points is extended with points', async () => {
  const effects = await openBooking({
    amount: { with: 'points', amount: 2 },
    customer: { ...booking.customer, isMember: true, points: 3 },
  });
  press('Extend');
  expect(textOfStatus()).toContain('To pay: 0.5 points, of 3 points left');
  expect(screen.queryByLabelText(/^Paid/)).toBeNull();
  await act(async () => press('Record payment and extend'));
  expect(effects.desk.extend.mock.lastCall?.[0]).toMatchObject({ amount: '0.5', method: 'points' });
});

test('after the end of a booking its time is sold up to the end of the current half hour', async () => {
  const effects = await openBooking({ day: dateAt(NOON), range: { start: 20, end: 22 } });
  press('Still in the room');
  await act(async () => press('Record payment and sell the time'));
  expect(effects.desk.extend.mock.lastCall?.[0]).toMatchObject({ startTime: '20', endTime: '25' });
});

test('"Shorten" suggests the refund of the policy, and sends another one as an exception', async () => {
  const terms = {
    bookingId: ID,
    refund: { with: 'card' as const, amount: 29618 },
    percent: 50,
    freeUntil: null,
    terms: '50% refund until 24 hours before the start.',
  };
  const effects = await openBooking({ terms });
  press('Shorten');
  expect(textOfStatus().join()).toContain('The policy returns ₹148.09 for 10:00 AM to 10:30 AM.');
  fireEvent.change(screen.getByLabelText(/^Amount to return/), { target: { value: '100' } });
  await act(async () => press('Shorten the booking'));
  expect(effects.desk.shorten).not.toHaveBeenCalled();
  expect(screen.getByText('Enter a reason: it is stored in the audit')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'They left early' } });
  await act(async () => press('Shorten the booking'));
  expect(effects.desk.shorten.mock.lastCall?.[0]).toMatchObject({
    startTime: '20',
    endTime: '21',
    policyRefund: '148.09',
    refund: '100',
    reason: 'They left early',
  });
});

test('"Shorten" returns what the lost hours cost, which the booking shows', async () => {
  const terms = {
    bookingId: ID,
    refund: { with: 'card' as const, amount: 76818 },
    percent: 100,
    freeUntil: null,
    terms: 'Free until the start.',
  };
  const rates = [
    { start: 20, end: 21, pricePerHour: 502_00 },
    { start: 21, end: 22, pricePerHour: 800_00 },
  ];
  await openBooking({ terms, rates, amount: { with: 'card', amount: 76818 } });
  expect(screen.getByText(/10:00–10:30 AM at ₹502 \/ hr, 10:30–11:00 AM at ₹800 \/ hr/)).toBeTruthy();
  press('Shorten');
  expect(textOfStatus().join()).toContain('The policy returns ₹472.00 for 10:00 AM to 10:30 AM.');
});

test.each([
  ['half an hour', { range: { start: 20, end: 21 } }],
  ['a past day', { day: '2025-11-01' }],
])('a booking of %s cannot be shortened', async (_what, fields) => {
  await openBooking(fields);
  expect(screen.queryByRole('button', { name: 'Shorten' })).toBeNull();
});
