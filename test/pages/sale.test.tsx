// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { createDeskActor } from '../../machines/desk/app.ts';
import type { DeskBooking, PlanEntry } from '../../machines/desk/plan/dayPlan.ts';
import { Failure } from '../../machines/engine/failure.ts';
import { addDays } from '../../domain/time/calendar.ts';
import { Desk } from '../../src/desk/Desk.tsx';
// Loaded now, so that opening the dialog does not wait for its code.
import '../../src/desk/plan/WalkInDialog.tsx';
import { NOON } from '../fixtures/booking.ts';
import { DESK_DAY, mockDeskEffects } from '../machines/deskEffects.ts';
import { renderInApp, withPagesAtNoon } from './openPage.tsx';

/* The desk sells a room: to a customer with only a phone number, and on several dates with one link or for points. */

withPagesAtNoon();

const room = {
  id: 1,
  name: 'Kolam Round',
  area: 'Adyar',
  capacity: 8,
  pricePerHour: 100_00,
  open: { start: 16, end: 40 },
};
const RANGE = { start: 20, end: 22 };
const entry: PlanEntry = {
  kind: 'booking',
  id: 'b1',
  roomId: 1,
  range: RANGE,
  who: 'Kavya',
  until: null,
  method: 'desk-cash',
  amount: null,
  arrival: null,
  hasNote: false,
};
const booking = {
  id: 'b1',
  reference: 'A1B2-C3D4',
  state: 'confirmed',
  sequence: 0,
  customer: { name: 'Kavya', email: '', phone: '+919840012399', company: '', isMember: false, points: 0 },
  roomId: 1,
  roomName: 'Kolam Round',
  roomAddress: '2 Usman Road',
  day: DESK_DAY,
  range: RANGE,
  amount: { with: 'card', amount: 118_00 },
  payments: [],
  bookedAt: new Date(NOON).toISOString(),
  cancelledAt: null,
  returned: null,
  arrival: null,
  note: '',
  notes: [],
  history: [],
  headcount: null,
  wishes: '',
  refunds: [],
  refundable: null,
  refundRequest: null,
  documents: [],
  series: [],
  link: null,
  extension: null,
  terms: null,
} satisfies DeskBooking;

const days = [DESK_DAY, addDays(DESK_DAY, 7), addDays(DESK_DAY, 14), addDays(DESK_DAY, 21)];

/** Opens the form of a sale at 10 AM. `booked`: what the plan shows after the sale. */
async function openSale(mode: string, booked: DeskBooking = booking) {
  const effects = mockDeskEffects();
  effects.desk.me.mockResolvedValue({ id: 'd', name: 'Divya', role: 'staff', secondFactor: true });
  effects.desk.dayPlan.mockImplementation(async (date) => ({
    date,
    rooms: [room],
    entries: [],
    buffers: [],
  }));
  effects.desk.booking.mockResolvedValue(booked);
  effects.deskPayments.saleDates.mockResolvedValue(
    days.map((date, nth) => ({ date, state: nth === 1 ? 'taken' : 'free', who: nth === 1 ? 'Meera' : '' })),
  );
  const sold = () =>
    effects.desk.dayPlan.mockImplementation(async (date) => ({
      date,
      rooms: [room],
      entries: [{ ...entry, kind: booked.state === 'held' ? 'hold' : 'booking' }],
      buffers: [],
    }));
  const router = createMemoryRouter([{ path: '*', element: <Desk now={() => NOON} /> }], {
    initialEntries: [`/desk?date=${DESK_DAY}`],
  });
  await act(async () => {
    renderInApp(createDeskActor(effects).start(), <RouterProvider router={router} />);
  });
  fireEvent.click(await screen.findByRole('gridcell', { name: '10:00 AM, free' }));
  await screen.findByRole('button', { name: mode });
  await press(mode);
  return { effects, sold };
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const type = (label: RegExp, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const newCustomer = async (name: string, phone: string) => {
  await press('New customer');
  await type(/^Name/, name);
  await type(/^Phone/, phone);
};

test('a customer without an address is sold to by name and phone, and the text to send is shown', async () => {
  const { effects, sold } = await openSale('Cash or UPI');
  await newCustomer('Kavya', '98400 12399');
  sold();
  await press('Record payment and book');
  expect(effects.deskPayments.sell.mock.lastCall?.[0]).toMatchObject({
    email: '',
    firstName: 'Kavya',
    phone: '98400 12399',
  });
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Text for WhatsApp or SMS');
  expect(text.value).toContain('A1B2-C3D4');
  expect(text.value).toContain('2 Usman Road');
  expect(text.value).toContain('Price: ₹118.00');
  const link = screen.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href');
  expect(link).toContain('https://wa.me/919840012399?text=');
});

test('a new customer needs a name, and a phone number or an address, and keeps what was typed', async () => {
  const { effects } = await openSale('Cash or UPI');
  await newCustomer('Kavya', '');
  await press('Record payment and book');
  expect(screen.getByText('Enter the phone number, or an email address')).toBeTruthy();
  expect(effects.deskPayments.sell).not.toHaveBeenCalled();
  await type(/^Email Address/, 'kavya@example.com');
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Kavya');
  await press('Record payment and book');
  expect(effects.deskPayments.sell).toHaveBeenCalledOnce();
  // With an address the confirmation is sent, so the dialog closes.
  expect(screen.queryByLabelText('Text for WhatsApp or SMS')).toBeNull();
});

test('a customer who has the phone number is named, and one press chooses the customer', async () => {
  const { effects } = await openSale('Cash or UPI');
  await newCustomer('Ravi', '98400 12399');
  effects.deskPayments.sell.mockRejectedValueOnce(
    new Failure(409, 'phone-known', 'Kavya has this phone number', {
      account: { userId: 'u1', name: 'Kavya', since: '2025-01-01T00:00:00Z', email: '' },
    }),
  );
  await press('Record payment and book');
  expect(screen.queryByLabelText(/somebody else/)).toBeNull();
  await press('Sell to Kavya');
  expect(screen.getByLabelText<HTMLInputElement>(/^Customer/).value).toBe('Kavya');
  await press('Record payment and book');
  expect(effects.deskPayments.sell.mock.lastCall?.[0]).toMatchObject({ userId: 'u1', email: '' });
});

test('somebody else with the number of a customer who has an address is a new customer', async () => {
  const { effects } = await openSale('Cash or UPI');
  await newCustomer('Ravi', '98400 12399');
  effects.deskPayments.sell.mockRejectedValueOnce(
    new Failure(409, 'phone-known', 'Kavya has this phone number', {
      account: { userId: 'u1', name: 'Kavya', since: '2025-01-01T00:00:00Z', email: 'kavya@example.com' },
    }),
  );
  await press('Record payment and book');
  await act(async () => fireEvent.click(screen.getByLabelText(/somebody else/)));
  await press('Record payment and book');
  expect(effects.deskPayments.sell.mock.lastCall?.[0]).toMatchObject({
    isOtherPerson: 'true',
    firstName: 'Ravi',
  });
});

test('a sale that repeats is held for one link, whose text has all of its dates', async () => {
  const series = [days[0], days[2], days[3]].map((day, nth) => ({
    bookingId: `b${nth + 1}`,
    reference: 'A1B2-C3D4',
    state: 'held' as const,
    roomName: 'Kolam Round',
    day: day as string,
    range: RANGE,
    amount: booking.amount,
  }));
  const link = {
    url: 'https://rzp.io/i/abc',
    until: new Date(NOON).toISOString(),
    state: 'open' as const,
    paise: 354_00,
  };
  const { effects, sold } = await openSale('Payment link', { ...booking, state: 'held', series, link });
  await press('Every week');
  await screen.findByText('3 of 4 dates will be booked.');
  expect(screen.getByText(/^To pay: ₹354.00 for 3 dates/)).toBeTruthy();
  await newCustomer('Kavya', '98400 12399');
  sold();
  await press('Hold and make the link');
  expect(effects.deskPayments.makeLink.mock.lastCall?.[0]).toMatchObject({
    day: days[0],
    laterDates: `${days[2]},${days[3]}`,
    amount: '35400',
  });
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Text for WhatsApp or SMS');
  expect(text.value).toContain('please pay ₹354.00 for your 3 bookings');
  expect(text.value.match(/Kolam Round, /g)).toHaveLength(3);
  expect(text.value).toContain(link.url);
  expect(screen.getByText('₹354.00, all 3 dates')).toBeTruthy();
});

test('a member books several dates with points', async () => {
  const { effects } = await openSale('Member’s points');
  await press('Every two weeks');
  await screen.findByText('3 of 4 dates will be booked.');
  expect(screen.getByText('To pay: 3 points for 3 dates')).toBeTruthy();
  await type(/^Customer/, 'member@example.com');
  await press('Book with points');
  expect(effects.desk.bookForMember.mock.lastCall?.[0]).toMatchObject({
    email: 'member@example.com',
    day: days[0],
    laterDates: `${days[2]},${days[3]}`,
  });
  expect(effects.desk.bookForMember.mock.lastCall?.[0]).not.toHaveProperty('amount');
});
