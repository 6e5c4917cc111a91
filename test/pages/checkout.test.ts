// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Failure } from '../../machines/engine/failure.ts';
import type { GatewayEvent } from '../../machines/checkout/gateway.ts';
import { NOON, proof, room, selection } from '../fixtures/booking.ts';
import { memberDetails } from '../fixtures/member.ts';
import { liveSession, mockEffects, type MockEffects, noPersistedState } from '../machines/startApp.ts';
import { openPage, withPagesAtNoon } from './openPage.tsx';

withPagesAtNoon();

/** The visitor has selected 10:00–11:00 in a room; a guest pays by card. */
function effectsOf(user: 'visitor' | 'guest' | 'member'): MockEffects {
  const effects = mockEffects();
  effects.storage.load.mockReturnValue({ ...noPersistedState, checkout: { selection, bookingId: null } });
  const isMember = user === 'member';
  effects.member.details.mockResolvedValue({
    ...memberDetails,
    isMember,
    points: isMember ? 20 : 0,
  });
  effects.session.signIn.mockImplementation(async () => liveSession(isMember));
  if (user !== 'visitor') {
    effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession(isMember) });
  }
  return effects;
}

const confirmButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'CONFIRM' });
const alertOf = async (text: string | RegExp) =>
  (await screen.findByText(text)).closest('[role="alert"]') as HTMLElement;

const settle = (milliseconds = 0) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Opens the booking page. `emit` sends an event of the payment window. */
async function openBooking(effects: MockEffects) {
  let emitGateway: (event: GatewayEvent) => void = () => undefined;
  effects.gateway.open.mockImplementation((_order, emit) => {
    emitGateway = emit;
    return () => undefined;
  });
  const path = await openPage('/meeting-room/booking', effects);
  return { path, emit: (event: GatewayEvent) => act(async () => emitGateway(event)) };
}

/** Opens the booking page and presses CONFIRM. */
async function confirmBooking(effects: MockEffects) {
  const booking = await openBooking(effects);
  fireEvent.click(await confirmButton());
  return booking;
}

/** A guest in front of the payment window. */
async function startPaying(effects = effectsOf('guest')) {
  const booking = await confirmBooking(effects);
  await waitFor(() => expect(effects.gateway.open).toHaveBeenCalledOnce());
  return { ...booking, effects };
}

test('a double press of CONFIRM books once', async () => {
  const effects = effectsOf('member');
  let answer: () => void = () => undefined;
  effects.bookings.bookWithPoints.mockReturnValue(new Promise((resolve) => (answer = () => resolve())));
  const { path } = await openBooking(effects);
  const button = await confirmButton();
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(effects.bookings.bookWithPoints).toHaveBeenCalled());
  fireEvent.click(button);
  await settle(1000);
  answer();
  await waitFor(() => expect(path()).toBe('/my-bookings'));
  expect(effects.bookings.bookWithPoints).toHaveBeenCalledOnce();
});

test('a blocked account sees a message, and cannot confirm again', async () => {
  const effects = effectsOf('member');
  effects.bookings.bookWithPoints.mockRejectedValue(new Failure(403, 'blocked', ''));
  const { path } = await confirmBooking(effects);
  await screen.findByText('Some thing Went Wrong!');
  expect((await alertOf('This account cannot book rooms at the moment')).textContent).toContain(
    'Nothing was booked or charged.',
  );
  expect(screen.queryByRole('button', { name: 'CONFIRM' })).toBeNull();
  expect(path()).toBe('/meeting-room/booking');
});

test('a price that has changed since it was shown is shown before anything is paid', async () => {
  const effects = effectsOf('guest');
  effects.bookings.createOrder.mockRejectedValueOnce(
    new Failure(409, 'price-changed', '', { amount: 70_800, pricePerHour: 600_00 }),
  );
  await openBooking(effects);
  await screen.findAllByText('₹590.00');
  fireEvent.click(await confirmButton());
  await screen.findByRole('heading', { name: 'The price has changed' });
  await screen.findAllByText('₹708.00');
  expect(screen.queryByText('₹590.00')).toBeNull();
  expect(effects.gateway.open).not.toHaveBeenCalled();
});

test('times that the visitor has booked in another tab are not shown as taken by someone else', async () => {
  const effects = effectsOf('guest');
  effects.bookings.createOrder.mockRejectedValueOnce(new Failure(409, 'already-booked', ''));
  const { path } = await confirmBooking(effects);
  const alert = within(await alertOf('You have already booked these times'));
  fireEvent.click(alert.getByRole('link', { name: 'My bookings' }));
  await waitFor(() => expect(path()).toBe('/my-bookings'));
});

test('when the payment script does not load, a toast says so, and the visitor can confirm again', async () => {
  const effects = effectsOf('guest');
  effects.gateway.load.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  const { path, emit } = await confirmBooking(effects);
  await screen.findByText('Payment Gateway Failed!');
  fireEvent.click(await confirmButton());
  await waitFor(() => expect(effects.gateway.open).toHaveBeenCalledOnce());
  await emit({ type: 'gateway.paid', proof });
  await waitFor(() => expect(path()).toBe('/my-bookings'));
});

test('a payment that cannot be confirmed is never shown as failed, and a retry finds it booked', async () => {
  const effects = effectsOf('guest');
  effects.bookings.verifyPayment.mockRejectedValue(new Failure('FETCH_ERROR'));
  effects.bookings.releaseHold.mockResolvedValue({ status: 'confirmed' });
  const { path, emit } = await startPaying(effects);
  await emit({ type: 'gateway.paid', proof });
  await settle(60_000);
  const alert = within(await alertOf('Your payment is not confirmed yet'));
  expect(screen.queryByRole('button', { name: 'CONFIRM' })).toBeNull();
  expect(screen.queryByText('Payment & Booking Failed!')).toBeNull();
  fireEvent.click(alert.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(path()).toBe('/my-bookings'));
});

test('a network lost while the payment is confirmed delays the confirmation', async () => {
  const effects = effectsOf('guest');
  for (let failures = 0; failures < 2; failures += 1) {
    effects.bookings.verifyPayment.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  }
  const { path, emit } = await startPaying(effects);
  await emit({ type: 'gateway.paid', proof });
  await settle(20_000);
  await screen.findByText('Payment & Booking Confirmed!');
  expect(path()).toBe('/my-bookings');
  expect(effects.bookings.verifyPayment).toHaveBeenCalledTimes(3);
});

test('a dismissal is not shown as cancelled before the server has confirmed it', async () => {
  const effects = effectsOf('guest');
  effects.bookings.releaseHold.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  const { emit } = await startPaying(effects);
  await emit({ type: 'gateway.dismissed' });
  expect(effects.bookings.releaseHold).toHaveBeenCalledOnce();
  expect(screen.queryByText('Payment process was cancelled.')).toBeNull();
  await settle(8000);
  await screen.findByText('Payment process was cancelled.');
  expect(effects.bookings.releaseHold).toHaveBeenCalledTimes(2);
  expect((await confirmButton()).disabled).toBe(false);
});

test('the time to pay is counted down, announced at five minutes and at one, and its end is shown', async () => {
  const { emit } = await startPaying();
  await screen.findByText(/^(10:00|9:5\d)$/);
  const announced = () => screen.queryByText(/minutes? left to pay$/);
  await settle(301_000);
  expect(announced()?.textContent).toBe('5 minutes left to pay');
  expect(announced()?.closest('[role="status"]')).not.toBeNull();
  await settle(240_000);
  expect(announced()?.textContent).toBe('1 minute left to pay');
  await settle(61_000);
  await emit({ type: 'gateway.timedOut' });
  await alertOf('The time to pay has run out');
  expect(announced()).toBeNull();
  expect((await confirmButton()).disabled).toBe(false);
});

test('a payment window that does not respond can be left from the page; one that is only slow stays open', async () => {
  const { effects, emit } = await startPaying();
  await emit({ type: 'gateway.unresponsive' });
  await alertOf(/payment window is not responding/);
  await emit({ type: 'gateway.responded' });
  expect(screen.queryByText(/payment window is not responding/)).toBeNull();
  expect(effects.bookings.releaseHold).not.toHaveBeenCalled();

  await emit({ type: 'gateway.unresponsive' });
  const alert = within(await alertOf(/payment window is not responding/));
  fireEvent.click(alert.getByRole('button', { name: 'Cancel payment' }));
  await screen.findByText('Payment process was cancelled.');
  expect(effects.bookings.releaseHold).toHaveBeenCalledOnce();
});

test('a visitor who stops waiting for the bank can confirm again at once', async () => {
  const effects = effectsOf('guest');
  const pending = { status: 'pending', since: NOON, until: NOON + 1_200_000 } as const;
  effects.bookings.releaseHold.mockResolvedValueOnce(pending);
  effects.bookings.fetchPaymentStatus.mockResolvedValue(pending);
  const { emit } = await startPaying(effects);
  await emit({ type: 'gateway.dismissed' });
  await alertOf('Waiting for your payment');
  expect(screen.queryByRole('button', { name: 'CONFIRM' })).toBeNull();
  expect(screen.queryByText('Payment process was cancelled.')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Stop waiting' }));
  await screen.findByText('Payment process was cancelled.');
  fireEvent.click(await confirmButton());
  await waitFor(() => expect(effects.gateway.open).toHaveBeenCalledTimes(2));
});

const signInDialog = () => screen.findByRole('dialog', { name: 'Sign in to confirm' });

test('a wrong password in the dialog is refused, and the right one continues the booking', async () => {
  const effects = effectsOf('visitor');
  effects.session.signIn.mockRejectedValueOnce(new Failure(401, 'wrong-credentials', ''));
  await confirmBooking(effects);
  const dialog = within(await signInDialog());
  await screen.findByText('Login to Confirm Booking!');
  const email = dialog.getByLabelText<HTMLInputElement>(/^Email Address/);
  const password = dialog.getByLabelText(/^Password/);
  fireEvent.change(email, { target: { value: 'asha@example.com' } });
  fireEvent.change(password, { target: { value: 'wrong' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Login' }));
  await screen.findByText('Login failed! Check your credentials.');
  expect(email.value).toBe('asha@example.com');
  fireEvent.change(password, { target: { value: 'right' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByRole('heading', { name: room.roomName });
  expect((await confirmButton()).disabled).toBe(false);
});

test('the dialog closes on its backdrop and on Escape', async () => {
  await confirmBooking(effectsOf('visitor'));
  fireEvent.keyDown(await signInDialog(), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(await confirmButton());
  const backdrop = (await signInDialog()).parentElement as HTMLElement;
  fireEvent.mouseDown(backdrop);
  fireEvent.click(backdrop);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('heading', { name: room.roomName })).toBeTruthy();
});

test('a person of a company books on its account, and a refusal says what is left and loses nothing', async () => {
  const effects = effectsOf('guest');
  effects.member.details.mockResolvedValue({
    ...memberDetails,
    isMember: false,
    points: 0,
    accountCompany: 'Palm Tea Traders',
  });
  const refusal = 'Palm Tea Traders has ₹815.28 left on its account. Nothing was booked.';
  effects.bookings.bookOnAccount.mockRejectedValueOnce(new Failure(409, 'not-on-account', refusal));
  await openBooking(effects);
  const choice = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Pay on account of Palm Tea Traders',
  });
  fireEvent.click(choice);
  fireEvent.click(await confirmButton());
  expect((await alertOf('This cannot be booked on account')).textContent).toContain(refusal);
  expect(choice.checked).toBe(true);
  fireEvent.click(await confirmButton());
  await waitFor(() => expect(effects.bookings.bookOnAccount).toHaveBeenCalledTimes(2));
  expect(effects.bookings.bookOnAccount.mock.lastCall?.[1]).toMatchObject({ paysOnAccount: true });
  expect(effects.bookings.createOrder).not.toHaveBeenCalled();
});

test('several dates cannot be on account, and one date keeps the choice', async () => {
  const effects = effectsOf('guest');
  effects.member.details.mockResolvedValue({ ...memberDetails, accountCompany: 'Palm Tea Traders' });
  const dates = [selection.date, '2025-11-27'].map((date) => ({ ...selection, date }));
  const repeated = { ...selection, paysOnAccount: true, series: { every: 1 as const, dates } };
  effects.storage.load.mockReturnValue({
    ...noPersistedState,
    checkout: { selection: repeated, bookingId: null },
  });
  await openBooking(effects);
  const choice = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /^Pay on account/ });
  expect((await choice()).disabled).toBe(true);
  expect((await choice()).checked).toBe(false);
  expect(screen.getByText(/^Several dates cannot be on account/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Book one date only' }));
  await waitFor(async () => expect((await choice()).checked).toBe(true));
});

test('nobody else is offered an account', async () => {
  await openBooking(effectsOf('guest'));
  await confirmButton();
  expect(screen.queryByRole('checkbox', { name: /on account/ })).toBeNull();
});
