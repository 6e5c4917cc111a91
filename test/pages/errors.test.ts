// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyEnquiry } from '../../machines/content/enquiry/fields.ts';
import { mockEffects, noPersistedState } from '../machines/startApp.ts';
import { room } from '../fixtures/booking.ts';
import { alertWith, openPage, withPagesAtNoon } from './openPage.tsx';

withPagesAtNoon();

const reload = vi.fn();
beforeEach(() => {
  // React and the router report what the pages catch.
  for (const method of ['error', 'warn'] as const) vi.spyOn(console, method).mockReturnValue();
  vi.spyOn(location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  vi.restoreAllMocks();
  reload.mockClear();
});

test('a page that fails keeps its header and footer, whose links lead on', async () => {
  const effects = mockEffects();
  // A response that the contract does not allow.
  effects.rooms.list.mockResolvedValue([{ id: 1, roomCapacity: 60 } as typeof room]);
  const path = await openPage('/meeting-room', effects);
  const main = within(screen.getByRole('main'));
  const heading = await main.findByRole('heading', { level: 1, name: 'This page could not be shown' });
  const failure = within(heading.closest('[role="alert"]') as HTMLElement);
  fireEvent.click(failure.getByRole('button', { name: 'Reload the page' }));
  expect(reload).toHaveBeenCalledOnce();
  within(screen.getByRole('banner')).getByRole('link', { name: 'SIGN IN' });
  fireEvent.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Blogs' }));
  await screen.findByRole('heading', { level: 1, name: 'The Blog' });
  expect(path()).toBe('/blog');
});

test('a flow that throws at every start fails its section, which can start it again, and nothing else', async () => {
  const effects = mockEffects();
  const enquiry = {
    ...emptyEnquiry,
    get name(): string {
      throw new Error('injected');
    },
  };
  effects.storage.load.mockReturnValue({ ...noPersistedState, enquiries: { enquiry } });
  const path = await openPage('/', effects);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  const notice = await alertWith('This section has stopped working');
  // Restarted three times, then it stays down.
  const isRestarted = effects.reportFailure.mock.calls.map(([flow, , restarted]) => [flow, restarted]);
  expect(isRestarted).toEqual([true, true, true, false].map((restarted) => ['enquiry', restarted]));

  // State that it could not read is dropped when the visitor restarts it.
  fireEvent.click(within(notice).getByRole('button', { name: 'Try again' }));
  await screen.findByRole('group', { name: 'Event enquiry' });
  expect(screen.queryByText('This section has stopped working')).toBeNull();

  fireEvent.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Meeting Rooms' }));
  await waitFor(() => expect(path()).toBe('/meeting-room'));
  await screen.findByRole('article', { name: room.roomName });
});
