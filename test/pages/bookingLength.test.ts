// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DATE, room } from '../fixtures/booking.ts';
import { mockEffects, noPersistedState } from '../machines/startApp.ts';
import { openPage, withPagesAtNoon } from './openPage.tsx';

withPagesAtNoon();

test.each([
  ['shorter than the shortest booking', [20], false],
  ['of an allowed length', [20, 21], true],
  ['longer than the longest booking', [20, 21, 22, 23], false],
])('a selection %s can be booked: %#', async (_case, selection, isBooked) => {
  const effects = mockEffects();
  effects.rooms.list.mockResolvedValue([{ ...room, minSlots: 2, maxSlots: 3 }]);
  effects.storage.load.mockReturnValue({
    ...noPersistedState,
    search: { date: DATE, headcount: '2', location: 'chennai', startTime: '08:00:00' },
    slots: { 1: { date: DATE, selection } },
  });
  const path = await openPage('/meeting-room', effects);
  const button = await screen.findByRole('button', { name: `Book now: ${room.roomName}` });
  await screen.findByText(/10:00 AM – /);
  expect(screen.queryByText('Bookings of 1 hour to 1.5 hours only') === null).toBe(isBooked);
  expect(button.getAttribute('aria-disabled')).toBe(String(!isBooked));
  fireEvent.click(button);
  await act(() => vi.advanceTimersByTimeAsync(500));
  await waitFor(() => expect(path().startsWith('/meeting-room/booking')).toBe(isBooked));
});
