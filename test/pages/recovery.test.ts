// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Failure } from '../../machines/engine/failure.ts';
import { linkDetails, linkedAccount } from '../fixtures/link.ts';
import { mockEffects } from '../machines/startApp.ts';
import { openPage, withPages } from './openPage.tsx';

withPages();

const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(`^${name}`)), { target: { value } });

test('the link for a new password names what is wrong, keeps the passwords after a failure, and saves them', async () => {
  const effects = mockEffects();
  effects.recovery.readLink.mockResolvedValue(linkDetails({ action: 'reset' }));
  effects.recovery.useLink.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  await openPage('/reset-password', effects);
  const button = await screen.findByRole('button', { name: 'Save the new password' });
  type('Password', 'a long secret');
  type('Confirm Password', 'another');
  fireEvent.click(button);
  const again = screen.getByLabelText(/^Confirm Password/);
  await waitFor(() => expect(document.activeElement).toBe(again));
  expect(screen.getByText('Password Mismatching')).toBeTruthy();

  type('Confirm Password', 'a long secret');
  fireEvent.click(button);
  await screen.findByText(/We could not reach the server/);
  fireEvent.click(button);
  await waitFor(() => expect(effects.recovery.useLink).toHaveBeenCalledTimes(2));
  expect(effects.recovery.useLink.mock.lastCall).toEqual([
    'reset',
    { password: 'a long secret', again: 'a long secret' },
  ]);
  await waitFor(() =>
    expect(document.querySelector('[data-flow="link"]')?.getAttribute('data-state')).toBe('used'),
  );
});

test('a reader who did not ask for a link says so, or goes back to it', async () => {
  const effects = mockEffects();
  effects.recovery.readLink.mockResolvedValue(linkDetails({ action: 'change' }));
  await openPage('/confirm-address', effects);
  fireEvent.click(await screen.findByRole('button', { name: 'This was not me' }));
  fireEvent.click(await screen.findByRole('button', { name: 'It was me' }));
  expect(await screen.findByRole('button', { name: 'Use this address' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'This was not me' }));
  await screen.findByRole('button', { name: 'It was me' });
  fireEvent.click(screen.getByRole('button', { name: 'This was not me' }));
  await waitFor(() => expect(effects.recovery.disown).toHaveBeenCalledOnce());
});

test('an invitation asks a new person for a name and a password, and an account for its password', async () => {
  const effects = mockEffects();
  const invitation = { action: 'invitation', role: 'bookkeeper', isOwn: false } as const;
  effects.recovery.readLink.mockResolvedValue(linkDetails({ ...invitation, account: null }));
  await openPage('/staff-invitation', effects);
  const button = await screen.findByRole('button', { name: 'Accept the invitation' });
  expect(document.body.textContent).toContain('You are invited as a bookkeeper.');
  type('Phone Number', '98400 12345');
  fireEvent.click(button);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^First Name/)));
  expect(screen.getByText('Enter a new password')).toBeTruthy();
  expect(effects.recovery.useLink).not.toHaveBeenCalled();
  type('First Name', 'Kala');
  type('Password', 'a long secret');
  type('Confirm Password', 'a long secret');
  fireEvent.click(button);
  await screen.findByRole('heading', { name: 'Welcome to the team' });
  expect(effects.recovery.useLink.mock.lastCall).toEqual([
    'invitation',
    {
      firstName: 'Kala',
      lastName: '',
      phone: '98400 12345',
      password: 'a long secret',
      again: 'a long secret',
    },
  ]);
  expect(screen.getByRole('link', { name: 'Open the desk' }).getAttribute('href')).toBe('/desk');
});

test.each([
  ['an account that is signed in', { isOwn: true }, []],
  ['another account', { isOwn: false }, [/^Password/]],
  ['an account of the desk', { account: { ...linkedAccount, kind: 'desk-made' } }, [/^Password/, /^Confirm/]],
] as const)('an invitation of %s asks for what proves it', async (_, changes, fields) => {
  const effects = mockEffects();
  effects.recovery.readLink.mockResolvedValue(
    linkDetails({ action: 'invitation', role: 'staff', ...changes }),
  );
  await openPage('/staff-invitation', effects);
  await screen.findByRole('button', { name: 'Accept the invitation' });
  for (const field of fields) expect(screen.getByLabelText(field)).toBeTruthy();
  expect(document.querySelectorAll('input[type="password"]')).toHaveLength(fields.length);
});

test('an invitation that has ended says who can send another one', async () => {
  const effects = mockEffects();
  effects.recovery.readLink.mockRejectedValue(new Failure(410, 'link-over'));
  await openPage('/staff-invitation', effects);
  expect(await screen.findByText(/The owner who invited you can send another one/)).toBeTruthy();
});
