// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../../machines/failure.ts';
import { DATE, NOON, otherRoom, room } from '../fixtures/booking.ts';
import { mockEffects } from '../machines/startApp.ts';
import { openPage, withPages } from './openPage.tsx';

withPages();
beforeEach(() => void vi.useFakeTimers({ now: NOON, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const hall = { ...otherRoom, room_name: 'Sabha Hall', room_capacity: 60 };

/** The effects of a house with a small room and a hall. */
function roomEffects() {
  const effects = mockEffects();
  effects.rooms.list.mockResolvedValue([room, hall]);
  effects.rooms.search.mockResolvedValue([
    { roomId: room.id, match: 'free' },
    { roomId: hall.id, match: 'free' },
  ]);
  return effects;
}
const unavailable = () => new Failure(503, 'unavailable', 'Please try again');
const searched = `/meeting-room?date=${DATE}&start=10:00:00&people=2&location=Chennai`;
const card = (name: string) => screen.findByRole('article', { name });

test('the form shows the error of a missing field beside it, and the field gets the focus', async () => {
  await openPage('/meeting-room', roomEffects());
  fireEvent.click(await screen.findByRole('button', { name: 'View Slots' }));
  const date = screen.getByLabelText<HTMLInputElement>('Date');
  await waitFor(() => expect(document.activeElement).toBe(date));
  const described = (date.getAttribute('aria-describedby') ?? '').split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain(
    'Choose a date',
  );
});

test('Book now without a selection shows a toast', async () => {
  const path = await openPage(searched, roomEffects());
  const huddle = within(await card('Marina Huddle'));
  fireEvent.click(await huddle.findByRole('button', { name: /^Book now/ }));
  expect(await screen.findByText('Please Select any slot')).toBeTruthy();
  expect(path()).toMatch(/^\/meeting-room\?date=/);
});

test('rooms that cannot be loaded show an error and can be retried', async () => {
  const effects = roomEffects();
  effects.rooms.list.mockRejectedValueOnce(unavailable());
  await openPage('/meeting-room', effects);
  await screen.findByRole('heading', { name: 'The rooms could not be loaded' });
  fireEvent.click(screen.getByRole('button', { name: /Try again/ }));
  expect(await card('Marina Huddle')).toBeTruthy();
});

test('without a selection the booking screen has an empty state with a link back', async () => {
  const path = await openPage('/meeting-room/booking', roomEffects());
  await screen.findByRole('heading', { level: 1, name: 'No room selected yet' });
  expect(screen.queryByRole('button', { name: 'CONFIRM' })).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: /Back to meeting rooms/ }));
  await waitFor(() => expect(path()).toBe('/meeting-room'));
});
