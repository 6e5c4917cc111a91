// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Failure } from '../../machines/engine/failure.ts';
import { room } from '../fixtures/booking.ts';
import { mockEffects } from '../machines/startApp.ts';
import { openPage, withPages } from './openPage.tsx';

withPages();

test('the form shows the error of a missing field next to it, and the field gets the focus', async () => {
  await openPage('/meeting-room');
  fireEvent.click(await screen.findByRole('button', { name: 'View Slots' }));
  const date = screen.getByLabelText<HTMLInputElement>('Date');
  await waitFor(() => expect(document.activeElement).toBe(date));
  const described = (date.getAttribute('aria-describedby') ?? '').split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain(
    'Choose a date',
  );
});

test('rooms that cannot be loaded show an error and can be retried', async () => {
  const effects = mockEffects();
  effects.rooms.list.mockRejectedValueOnce(new Failure(503, 'unavailable', 'Please try again'));
  await openPage('/meeting-room', effects);
  await screen.findByRole('heading', { name: 'The rooms could not be loaded' });
  fireEvent.click(screen.getByRole('button', { name: /Try again/ }));
  expect(await screen.findByRole('article', { name: room.roomName })).toBeTruthy();
});

test('without a selection the booking screen has an empty state with a link back', async () => {
  const path = await openPage('/meeting-room/booking');
  await screen.findByRole('heading', { level: 1, name: 'No room selected yet' });
  expect(screen.queryByRole('button', { name: 'CONFIRM' })).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: /Back to meeting rooms/ }));
  await waitFor(() => expect(path()).toBe('/meeting-room'));
});
