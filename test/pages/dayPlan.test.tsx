// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { createDeskActor } from '../../machines/desk/app.ts';
import { Desk } from '../../src/desk/Desk.tsx';
import { NOON } from '../fixtures/booking.ts';
import { DESK_DAY, mockDeskEffects } from '../machines/deskEffects.ts';
import { renderInApp, withPagesAtNoon } from './openPage.tsx';

withPagesAtNoon();

const rooms = Array.from({ length: 60 }, (_, index) => ({
  id: index + 1,
  name: `Room ${index + 1}`,
  area: index % 2 === 0 ? 'Adyar' : 'Guindy',
  capacity: 4 + (index % 20),
  pricePerHour: 100_00,
  open: { start: 16, end: 40 },
}));

/** Opens the plan of a day with 60 rooms, of which the first two are booked from 10 to 11 AM. */
async function openPlan(query = '') {
  const effects = mockDeskEffects();
  effects.desk.me.mockResolvedValue({ id: 'd', name: 'Divya', role: 'staff', secondFactor: true });
  const entries = [1, 2].map((roomId) => ({
    kind: 'booking' as const,
    id: `booking-${roomId}`,
    roomId,
    range: { start: 20, end: 22 },
    who: `Guest of ${roomId}`,
    until: null,
    method: null,
    amount: null,
    arrival: null,
    hasNote: false,
  }));
  const buffers = [{ roomId: 1, range: { start: 22, end: 23 } }];
  effects.desk.dayPlan.mockImplementation(async (date) => ({ date, rooms, entries, buffers }));
  const router = createMemoryRouter([{ path: '*', element: <Desk now={() => NOON} /> }], {
    initialEntries: [`/desk?date=${DESK_DAY}${query}`],
  });
  await act(async () => {
    renderInApp(createDeskActor(effects).start(), <RouterProvider router={router} />);
  });
  await screen.findByRole('grid');
  return router;
}
const rowCount = () => Number(screen.getByRole('grid').getAttribute('aria-rowcount')) - 1;
const seats = () => screen.getByLabelText<HTMLInputElement>('Seats');
const show = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Show' })));

test('the plan of 60 rooms is filtered by seats, and the address keeps the filter with another day', async () => {
  const router = await openPlan();
  expect(rowCount()).toBe(60);
  fireEvent.change(seats(), { target: { value: '20' } });
  await show();
  expect(rowCount()).toBe(12);
  expect(router.state.location.search).toBe(`?seats=20&date=${DESK_DAY}`);
  expect(screen.getByText('12 rooms of 60')).toBeTruthy();
  const next = screen.getByRole('link', { name: 'Next day' }).getAttribute('href');
  expect(next).toContain('seats=20');
  expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe(`/desk?date=${DESK_DAY}`);
});

test('an address shows the rooms of an area that are free, and says when there is none', async () => {
  await openPlan('&area=Adyar&from=10:00&to=11:00');
  expect(rowCount()).toBe(29);
  expect(screen.queryByText('Guest of 1')).toBeNull();
  fireEvent.change(seats(), { target: { value: '999' } });
  await show();
  expect(screen.getByText('No room matches the filter.')).toBeTruthy();
  expect(screen.queryByRole('grid')).toBeNull();
});

test('a booking opens and closes with the filter kept', async () => {
  const router = await openPlan('&area=Adyar');
  await act(async () => fireEvent.click(screen.getByRole('gridcell', { name: /Guest of 1/ })));
  expect(router.state.location.search).toBe(`?area=Adyar&date=${DESK_DAY}&booking=booking-1`);
});

test('times that stay free between bookings are named, and cannot be sold', async () => {
  await openPlan();
  const cell = screen.getByRole('gridcell', { name: '11:00 AM to 11:30 AM, kept free between bookings' });
  expect(cell.getAttribute('aria-disabled')).toBe('true');
  await act(async () => fireEvent.click(cell));
  expect(screen.queryByRole('dialog')).toBeNull();
  // Of the shown rooms, only the others are free at that time.
  expect(document.querySelectorAll('[aria-label="11:00 AM, free"][data-row="0"]')).toHaveLength(0);
  expect(document.querySelectorAll('[aria-label="11:00 AM, free"][data-row="1"]')).toHaveLength(1);
});

test('a wrong entry is named, focused and kept', async () => {
  const router = await openPlan();
  fireEvent.change(seats(), { target: { value: 'many' } });
  await show();
  expect(screen.getByText('Enter a number of people')).toBeTruthy();
  expect(document.activeElement).toBe(seats());
  expect([seats().value, router.state.location.search]).toEqual(['many', `?date=${DESK_DAY}`]);
});
