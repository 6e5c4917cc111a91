// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Failure } from '../../machines/engine/failure.ts';
import { linkDetails } from '../fixtures/link.ts';
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
