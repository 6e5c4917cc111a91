// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { StaffRole } from '../../domain/account/roles.ts';
import { createDeskActor } from '../../machines/desk/app.ts';
import type { DeskRefund } from '../../machines/desk/money/moneyFlows.ts';
import { Desk } from '../../src/desk/Desk.tsx';
import { NOON } from '../fixtures/booking.ts';
import { DESK_DAY, mockDeskEffects } from '../machines/deskEffects.ts';
import { renderInApp, withPagesAtNoon } from './openPage.tsx';

withPagesAtNoon();

const refund: DeskRefund = {
  id: 'refund-1',
  bookingId: 'booking-1',
  reference: 'LIT-1234',
  day: DESK_DAY,
  customer: 'Meera Raman',
  paymentId: 'pay_1',
  amount: 50_000,
  reason: 'late',
  status: 'needsPerson',
  method: null,
  attempts: 3,
  failures: 1,
  problem: 'Account closed',
  dueSince: new Date(NOON).toISOString(),
  nextTryAt: new Date(NOON).toISOString(),
  stillBooked: false,
  overReturned: null,
  waitsForDispute: false,
  madeBy: 'us',
  providerId: null,
  bankReference: null,
};

/** Opens the desk for a role. */
async function openDesk(role: StaffRole, query = '', refunds = [refund]) {
  const effects = mockDeskEffects();
  effects.desk.me.mockResolvedValue({ id: 'd', name: 'Divya', role, secondFactor: true });
  effects.deskPayments.money.mockResolvedValue({
    requests: [],
    refunds,
    disputes: [],
    payments: [],
  });
  const router = createMemoryRouter([{ path: '*', element: <Desk now={() => NOON} /> }], {
    initialEntries: [`/desk${query}`],
  });
  await act(async () => {
    renderInApp(createDeskActor(effects).start(), <RouterProvider router={router} />);
  });
}

const staffSections = ['Day plan', 'Blocked times', 'People', 'Money', 'Enquiries'];
const managerSections = [
  ...staffSections,
  'Close of day',
  'Companies',
  'Payments',
  'Invoices',
  'Settlements',
  'Reports',
  'Rooms',
  'Blog',
  'Events',
];

/** Every section of the desk by role, in the order of the menu. */
const shownSections: Readonly<Record<StaffRole, readonly string[]>> = {
  bookkeeper: ['Money', 'Companies', 'Payments', 'Invoices', 'Settlements', 'Reports', 'Team'],
  staff: [...staffSections, 'Close of day', 'Companies', 'Audit', 'Team'],
  manager: [...managerSections, 'Audit', 'Team'],
  owner: [...managerSections, 'Cancellation policy', 'Business', 'Audit', 'Team'],
};

const buttonsOf = (table: HTMLElement) =>
  within(table)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);

test.each(Object.entries(shownSections))(
  'the navigation shows a %s only its sections',
  async (role, titles) => {
    await openDesk(role as StaffRole);
    const navigation = screen.getByRole('navigation', { name: 'Desk' });
    const more = within(navigation).queryByRole('button');
    const inBar = within(navigation)
      .queryAllByRole('link')
      .map(({ textContent }) => textContent);
    if (more) await act(async () => more.click());
    const inMenu = screen.queryAllByRole('menuitem').map(({ textContent }) => textContent);
    expect([...inBar, ...inMenu].toSorted()).toEqual([...titles].toSorted());
  },
);

test.each([
  ['bookkeeper', ['Ask the provider'], 0],
  ['staff', ['Pay out', 'Ask the provider'], 1],
  ['manager', ['Pay out', 'Ask the provider', 'Retry now'], 1],
] as const)('a %s sees the refunds with the buttons of the role', async (role, buttons, links) => {
  await openDesk(role, '?view=money');
  const table = await screen.findByRole('table', { name: 'Refunds' });
  expect(table.textContent).toContain('LIT-1234');
  expect(buttonsOf(table)).toEqual(buttons);
  expect(within(table).queryAllByRole('link')).toHaveLength(links);
});

test('the desk of a bookkeeper opens with money, has no search, and says who opens other sections', async () => {
  await openDesk('bookkeeper');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Money');
  expect(screen.queryByRole('search')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Search' })).toBeNull();
});

test.each([
  ['plan', 'This section is for staff, managers and owners.'],
  ['rooms', 'This section is for managers and owners.'],
  ['policy', 'This section is for owners.'],
])('a bookkeeper who opens the address of %s reads whom it is for', async (view, text) => {
  await openDesk('bookkeeper', `?view=${view}`);
  expect(screen.getByRole('main').textContent).toContain(text);
});

test('a payment that was returned at the provider and at the desk is named once, with what went back too much', async () => {
  const twice = { ...refund, status: 'processed' as const, overReturned: 11_528 };
  await openDesk('staff', '?view=money', [twice, { ...twice, id: 'r2' }]);
  const alerts = await screen.findAllByText(/more than was paid with pay_1/);
  expect(alerts.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Meera Raman got ₹115.28 more'),
  ]);
  expect(screen.getAllByText('More returned than paid')).toHaveLength(2);
});
