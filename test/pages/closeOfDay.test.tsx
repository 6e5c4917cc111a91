// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { createDeskActor } from '../../machines/desk/app.ts';
import { Failure } from '../../machines/engine/failure.ts';
import type { SettlementDifference } from '../../machines/desk/money/settlementFlows.ts';
import type { Till } from '../../machines/desk/money/tillFlows.ts';
import { Desk } from '../../src/desk/Desk.tsx';
import { NOON } from '../fixtures/booking.ts';
import { mockDeskEffects } from '../machines/deskEffects.ts';
import { renderInApp, withPagesAtNoon } from './openPage.tsx';

withPagesAtNoon();

const till: Till = {
  clerkId: 'd',
  clerk: 'Divya',
  number: 3,
  since: new Date(NOON).toISOString(),
  cash: { taken: 100_000, handedOut: 40_000, expected: 60_000 },
  upi: { taken: 59_236, handedOut: 0, expected: 59_236 },
  more: false,
  entries: [
    {
      id: '1',
      at: new Date(NOON).toISOString(),
      kind: 'payment',
      method: 'cash',
      amount: 100_000,
      bookingId: null,
      bookingReference: null,
      customer: 'Meera Raman',
    },
  ],
};

const difference: SettlementDifference = {
  subject: 'pay_1',
  problem: 'amount',
  day: '2025-11-20',
  kind: 'payment',
  settlementId: 'setl_1',
  ours: 59_236,
  reported: 59_000,
  bookingId: null,
  bookingReference: null,
};

async function openDesk(view: string, effects: ReturnType<typeof mockDeskEffects>) {
  effects.desk.me.mockResolvedValue({ id: 'd', name: 'Divya', role: 'owner', secondFactor: true });
  const router = createMemoryRouter([{ path: '*', element: <Desk now={() => NOON} /> }], {
    initialEntries: [`/desk?view=${view}`],
  });
  await act(async () => {
    renderInApp(createDeskActor(effects).start(), <RouterProvider router={router} />);
  });
}
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string | RegExp) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
  });

test('a till is counted and signed off; a difference needs a note, and a refusal keeps what was typed', async () => {
  const effects = mockDeskEffects();
  effects.till.tills.mockResolvedValue({ tills: [till], closes: [] });
  await openDesk('till', effects);
  fireEvent.click(await screen.findByRole('button', { name: 'Count and sign off the till of Divya' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Expected: ₹600.00');
  await press('Sign off');
  expect(dialog.textContent).toContain('Enter rupees with at most two decimals, 0 for none');
  type(/^Cash counted/, '599');
  type(/^UPI counted/, '592.36');
  await press('Sign off');
  expect(dialog.textContent).toContain('Write why the count differs');
  expect(effects.till.close).not.toHaveBeenCalled();
  type(/^Why it differs/, 'A coin is missing');
  effects.till.close.mockRejectedValueOnce(
    new Failure(409, 'changed-meanwhile', 'Something was taken or handed out meanwhile'),
  );
  await press('Sign off');
  expect(dialog.textContent).toContain('Something was taken or handed out meanwhile');
  expect(field(/^Cash counted/).value).toBe('599');
  effects.till.tills.mockResolvedValue({
    tills: [{ ...till, cash: { ...till.cash, expected: 70_000 } }],
    closes: [],
  });
  await press('Show the new sums');
  expect(within(dialog).getByText('Expected: ₹700.00')).toBeTruthy();
  await press('Sign off');
  expect(effects.till.close.mock.lastCall?.[0]).toMatchObject({
    clerkId: 'd',
    number: '3',
    cashExpected: '70000',
    upiExpected: '59236',
    cash: '599',
    upi: '592.36',
    note: 'A coin is missing',
  });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the latest counts say what differed', async () => {
  const effects = mockDeskEffects();
  const close = {
    id: '1',
    clerk: 'Divya',
    number: 2,
    at: new Date(NOON).toISOString(),
    by: 'Omana',
    cash: { expected: 60_000, counted: 59_900 },
    upi: { expected: 0, counted: 0 },
    note: 'A coin is missing',
  };
  effects.till.tills.mockResolvedValue({ tills: [{ ...till, since: null, entries: [] }], closes: [close] });
  await openDesk('till', effects);
  const table = await screen.findByRole('table', { name: 'Signed-off counts' });
  expect(table.textContent).toContain('Cash -₹1.00');
  expect(table.textContent).toContain('A coin is missing');
  expect(screen.getByText('Nothing was taken or handed out since the last count.')).toBeTruthy();
});

test('a report is uploaded by its button, and the reason of a refused one is shown', async () => {
  const effects = mockDeskEffects();
  await openDesk('settlements', effects);
  expect(await screen.findByText('No report was uploaded yet.')).toBeTruthy();
  const input = screen.getByLabelText<HTMLInputElement>('Upload a report');
  const choose = (name: string) =>
    act(async () => {
      fireEvent.change(input, { target: { files: [new File(['a'], name, { type: 'text/csv' })] } });
    });
  effects.settlements.upload.mockRejectedValueOnce(
    new Failure(400, 'bad-input', 'The report lacks the columns “tax”.'),
  );
  await choose('wrong.csv');
  expect(screen.getByText('The report lacks the columns “tax”.')).toBeTruthy();
  await choose('november.csv');
  expect(effects.settlements.upload.mock.lastCall?.[0].name).toBe('november.csv');
  expect(screen.queryByText('The report lacks the columns “tax”.')).toBeNull();
});

test('a difference is explained with a note and both amounts', async () => {
  const effects = mockDeskEffects();
  effects.settlements.settlements.mockResolvedValue({
    settlements: [],
    differences: [difference],
    more: false,
    explained: [],
    reports: [],
  });
  await openDesk('settlements', effects);
  fireEvent.click(await screen.findByRole('button', { name: 'Explain pay_1' }));
  await screen.findByRole('dialog');
  await press('Save the explanation');
  expect(screen.getByText('Write why it differs: it is stored in the audit')).toBeTruthy();
  type(/^Why it differs/, 'An offer of the provider');
  await press('Save the explanation');
  expect(effects.settlements.explain.mock.lastCall?.[0]).toMatchObject({
    subject: 'pay_1',
    problem: 'amount',
    ours: '59236',
    reported: '59000',
    note: 'An offer of the provider',
  });
});
