// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addDays } from '../../domain/time/calendar.ts';
import { Failure } from '../../machines/engine/failure.ts';
import { TODAY } from '../fixtures/booking.ts';
import { bookedHour, bookingDetails } from '../fixtures/bookingDetails.ts';
import { alertWith, openPage, signedInEffects, withPagesAtNoon } from './openPage.tsx';

withPagesAtNoon();

const path = `/my-bookings/${bookedHour.id}`;
const section = () => screen.findByRole('region', { name: 'Booked Meeting Rooms' });

test('bookings that could not be refreshed stay in view with a notice, and can be loaded again', async () => {
  const effects = signedInEffects();
  effects.bookings.loadPages.mockResolvedValue({ bookings: [bookedHour], hasMore: false });
  await openPage('/my-bookings', effects);
  await screen.findByRole('article', { name: 'Marina Huddle' });
  effects.bookings.loadPages.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  fireEvent.click(screen.getByRole('button', { name: 'Booked Meeting Rooms' }));
  const alert = within(await alertWith('Your bookings could not be refreshed.'));
  screen.getByRole('article', { name: 'Marina Huddle' });
  fireEvent.click(alert.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Your bookings could not be refreshed.')).toBeNull());
  screen.getByRole('article', { name: 'Marina Huddle' });
});

test('of many bookings the first page is rendered, and more on demand, without losing the focus', async () => {
  const all = Array.from({ length: 50 }, (_, nth) => ({
    ...bookedHour,
    id: `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
    bookingDate: addDays(TODAY, 2 + nth),
  }));
  const effects = signedInEffects();
  effects.bookings.loadPages.mockImplementation(async (pages) => ({
    bookings: all.slice(0, 20 * pages),
    hasMore: 20 * pages < all.length,
  }));
  await openPage('/my-bookings', effects);
  const expectCards = (count: number) =>
    waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(count));
  const more = await screen.findByRole('button', { name: 'Show more bookings' });
  await expectCards(20);
  more.focus();
  fireEvent.click(more);
  await expectCards(40);
  expect(document.activeElement).toBe(more);
  fireEvent.click(more);
  await expectCards(50);
  expect(screen.queryByRole('button', { name: 'Show more bookings' })).toBeNull();
  expect(document.activeElement).toBe(await section());
});

test('a booking that waits for its payment does not say that it is booked, nor how to get in', async () => {
  const effects = signedInEffects();
  effects.booking.details.mockResolvedValue({
    ...bookedHour,
    state: 'pending',
    payments: [],
    unpaid: { since: '2025-11-20T06:25:00.000Z', until: '2025-11-20T06:35:00.000Z', atBank: false },
  });
  await openPage(path, effects);
  const payment = within(await screen.findByRole('region', { name: 'Payment' }));
  payment.getByText('Waiting for your payment');
  expect(screen.queryByText('Booked on')).toBeNull();
  expect(screen.queryByText('How to get in')).toBeNull();
});

test('a booking says when it was booked, and how to get in', async () => {
  const effects = signedInEffects();
  effects.booking.details.mockResolvedValue(bookedHour);
  await openPage(path, effects);
  expect(await screen.findByText('Booked on')).toBeTruthy();
  expect(screen.getByText('How to get in')).toBeTruthy();
});

test('an unknown booking, and another customer’s, say only that there is none', async () => {
  const effects = signedInEffects();
  effects.booking.details.mockRejectedValue(new Failure(404, 'not-found', ''));
  await openPage(path, effects);
  expect(await screen.findByRole('heading', { level: 1, name: 'There is no such booking' })).toBeTruthy();
});

test('an address that is no booking’s says only that there is none, without a call', async () => {
  const effects = signedInEffects();
  await openPage('/my-bookings/nonsense', effects);
  expect(await screen.findByRole('heading', { level: 1, name: 'There is no such booking' })).toBeTruthy();
  expect(effects.booking.details).not.toHaveBeenCalled();
});

test('a calendar entry that could not be downloaded says so, and can be downloaded again', async () => {
  const effects = signedInEffects();
  effects.booking.details.mockResolvedValue(bookedHour);
  effects.downloads.save.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  await openPage(path, effects);
  const button = await screen.findByRole('button', { name: 'Add to calendar' });
  fireEvent.click(button);
  await screen.findByText('The file could not be downloaded. Please try again.');
  fireEvent.click(button);
  await waitFor(() => expect(effects.downloads.save).toHaveBeenCalledTimes(2));
  expect(effects.downloads.save.mock.lastCall?.[0]).toMatchObject({
    kind: 'calendar',
    bookingId: bookedHour.id,
    name: `${bookingDetails.reference}.ics`,
  });
});
