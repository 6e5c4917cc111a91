// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Failure } from '../../machines/engine/failure.ts';
import { mockEffects } from '../machines/startApp.ts';
import { openPage, signedInEffects, withPages } from './openPage.tsx';

withPages();

async function login(email: string, password: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText(/^Email Address/), { target: { value: email } });
  fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Login' }));
}

test('a wrong password is refused on the page and the input stays', async () => {
  const effects = mockEffects();
  effects.session.signIn.mockRejectedValue(new Failure(401, 'wrong-credentials', ''));
  const path = await openPage('/login', effects);
  await login('asha@example.com', 'wrong');
  const form = screen.getByRole('button', { name: 'Login' }).closest('[aria-busy]');
  await waitFor(() => expect(effects.session.signIn).toHaveBeenCalledOnce());
  await waitFor(() => expect(form?.getAttribute('aria-busy')).toBe('false'));
  expect(screen.getByLabelText<HTMLInputElement>(/^Email Address/).value).toBe('asha@example.com');
  expect(path()).toBe('/login');
});

test('a page that requires a session leads to sign-in and then to the requested page', async () => {
  const path = await openPage('/my-bookings?from=mail');
  await waitFor(() => expect(path()).toMatch(/^\/login\?next=/));
  await login('asha@example.com', 'Correct-Horse-7!');
  await waitFor(() => expect(path()).toBe('/my-bookings?from=mail'));
});

test('sign-in never leads to another site', async () => {
  const path = await openPage('/login?next=//evil.example/');
  await login('asha@example.com', 'Correct-Horse-7!');
  await waitFor(() => expect(path()).toBe('/'));
});

test('a signed-in visitor who opens the login page is redirected', async () => {
  const path = await openPage('/login', signedInEffects());
  await waitFor(() => expect(path()).toBe('/'));
});

test('without bookings there is a link to the rooms; the completed ones stay hidden', async () => {
  const effects = signedInEffects(false);
  const path = await openPage('/my-bookings', effects);
  await screen.findByRole('heading', { name: 'No upcoming bookings' });
  expect(screen.getByRole('heading', { name: 'Upcoming' })).toBeTruthy();
  expect(screen.queryByText('Completed')).toBeNull();
  const loads = effects.bookings.loadPages.mock.calls.length;
  fireEvent.click(screen.getByRole('button', { name: 'Booked Meeting Rooms' }));
  await waitFor(() => expect(effects.bookings.loadPages.mock.calls.length).toBe(loads + 1));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Booked Meeting Rooms' }));
  fireEvent.click(screen.getByRole('link', { name: 'Find a meeting room' }));
  await waitFor(() => expect(path()).toBe('/meeting-room'));
});
