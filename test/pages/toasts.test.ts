// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DATE } from '../fixtures/booking.ts';
import { openPage, withPagesAtNoon } from './openPage.tsx';

withPagesAtNoon();

const region = () => document.querySelector('[data-flow="notifier"]');

/** Opens the rooms and presses Book now without a slot, which shows a toast. Returns the pressed button. */
async function causeToast(): Promise<HTMLElement> {
  await openPage(`/meeting-room?date=${DATE}&headcount=2&start=10%3A00`);
  const button = await screen.findByRole('button', { name: /^Book now/ });
  // The region was there before the toast: otherwise screen readers would not announce it.
  expect(region()?.getAttribute('aria-live')).toBe('polite');
  button.focus();
  fireEvent.click(button);
  await screen.findByText('Please Select any slot');
  return button;
}

test('a toast is announced by one region only, and its button names the toast that it closes', async () => {
  await causeToast();
  expect(region()?.textContent).toContain('Please Select any slot');
  expect(region()?.querySelectorAll('[aria-live], [role="status"], [role="alert"]')).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: 'Close notification: Please Select any slot' }));
  await waitFor(() => expect(screen.queryByText('Please Select any slot')).toBeNull());
});

test.each(['a press of its button', 'Escape'])(
  'Alt+T moves the focus to the toast, and it returns when %s closes the toast',
  async (way) => {
    const button = await causeToast();
    fireEvent.keyDown(button, { key: 't', code: 'KeyT', altKey: true });
    const close = screen.getByRole('button', { name: /Please Select any slot/ });
    expect(document.activeElement).toBe(close);
    if (way === 'Escape') fireEvent.keyDown(close, { key: 'Escape' });
    else fireEvent.click(close);
    await waitFor(() => expect(screen.queryByText('Please Select any slot')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
  },
);
