// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { StaffRole } from '../../domain/account/roles.ts';
import { createDeskActor } from '../../machines/desk/app.ts';
import type { Company, CompanyInList, CompanyTaxDocument } from '../../machines/desk/money/companyFlows.ts';
import { Failure } from '../../machines/engine/failure.ts';
import { Desk } from '../../src/desk/Desk.tsx';
import { NOON } from '../fixtures/booking.ts';
import { mockDeskEffects } from '../machines/deskEffects.ts';
import { renderInApp, withPagesAtNoon } from './openPage.tsx';

withPagesAtNoon();

const paper = (id: string, kind: CompanyTaxDocument['kind'], number: string): CompanyTaxDocument => ({
  id,
  kind,
  number,
  date: '2025-10-01',
  amount: 118_472,
  invoice: null,
  replaces: null,
  replaced: false,
  replacedBy: null,
  correction: null,
});

const company: Company = {
  id: 'c',
  name: 'Palm Tea Traders',
  address: '1 Mint Street, Chennai',
  gstin: '',
  sez: false,
  email: 'accounts@palmtea.example.com',
  toInvoice: { month: '2025-10', amount: 59_236 },
  isIssuing: false,
  otherDetails: 'LR/2526/0000002',
  papers: [
    {
      ...paper('q', 'invoice', 'LR/2526/0000002'),
      replaces: 'LR/2526/0000001',
      correction: {
        companyName: 'Palm Tea Traders',
        address: '1 Mint Street, Chennai',
        gstin: '33AAACH7409R1Z8',
        state: '33',
        sez: false,
        lastDay: '2026-11-30',
      },
    },
    { ...paper('n', 'credit-note', 'LRC/2526/0000001'), invoice: 'LR/2526/0000001' },
    { ...paper('p', 'invoice', 'LR/2526/0000001'), replaced: true, replacedBy: 'LR/2526/0000002' },
  ],
  open: 118_472,
  limit: 200_000,
  since: '2025-10-01',
  closed: false,
  version: 1,
  termDays: 30,
  charged: 177_708,
  returned: 0,
  transferred: 59_236,
  members: [{ userId: 'm', name: 'Meera Raman', email: 'meera@example.com' }],
  charges: [
    {
      paymentId: 'desk_account_1',
      bookingId: 'b',
      bookingReference: 'LR-1',
      day: '2025-10-02',
      customer: 'Meera Raman',
      invoice: 'INV/1',
      on: '2025-10-01',
      due: '2025-10-31',
      amount: 177_708,
      open: 118_472,
    },
  ],
  transfers: [{ id: 't', receivedOn: '2025-10-20', amount: 59_236, reference: 'UTR1', by: 'Kala' }],
};

async function openCompanies(
  query: string,
  role: StaffRole,
  effects = mockDeskEffects(),
  listed: CompanyInList = company,
) {
  effects.companies.companies.mockResolvedValue([listed]);
  effects.companies.company.mockResolvedValue(company);
  effects.desk.me.mockResolvedValue({ id: 'd', name: 'Divya', role, secondFactor: true });
  const router = createMemoryRouter([{ path: '*', element: <Desk now={() => NOON} /> }], {
    initialEntries: [`/desk?view=companies${query}`],
  });
  await act(async () => {
    renderInApp(createDeskActor(effects).start(), <RouterProvider router={router} />);
  });
  return effects;
}
const type = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } });
const press = (name: string | RegExp) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
  });

test('the list shows what each company owes, its limit and since when', async () => {
  await openCompanies('', 'staff');
  const row = (await screen.findByRole('link', { name: 'Palm Tea Traders' })).closest('tr') as HTMLElement;
  expect(row.textContent).toContain('₹1,184.72');
  expect(row.textContent).toContain('₹2,000.00');
  expect(row.textContent).toContain('1 October 2025');
  expect(screen.queryByRole('button', { name: 'Add a company' })).toBeNull();
});

test('the list names what a company has paid too much', async () => {
  await openCompanies('', 'staff', mockDeskEffects(), { ...company, open: -156_700, since: null });
  const row = (await screen.findByRole('link', { name: 'Palm Tea Traders' })).closest('tr') as HTMLElement;
  expect(row.textContent).toContain('₹1,567.00 credit');
});

test('a company is made by a manager, and a refusal keeps what was typed', async () => {
  const effects = await openCompanies('', 'manager');
  await press('Add a company');
  type(/^Name on the invoice/, 'Adyar Press');
  type(/^Address/, '2 Beach Road');
  type(/^Email for the invoices/, 'accounts@adyar.example.com');
  await press('Save');
  expect(screen.getByText('Enter the limit, 0 for none')).toBeTruthy();
  type(/^Limit/, '5000');
  effects.companies.save.mockRejectedValueOnce(
    new Failure(400, 'bad-input', 'Bad', { fields: { name: 'is the name of another company' } }),
  );
  await press('Save');
  expect(screen.getByLabelText<HTMLInputElement>(/^Name on the invoice/).value).toBe('Adyar Press');
  await press('Save');
  expect(effects.companies.save.mock.lastCall?.[0]).toMatchObject({
    id: '',
    name: 'Adyar Press',
    limit: '5000',
    termDays: '30',
  });
});

test('a company shows what is open and overdue, and a bookkeeper records a transfer', async () => {
  const effects = await openCompanies('&company=c', 'bookkeeper');
  expect(await screen.findByText(/Open: ₹1,184.72 of ₹2,000.00/)).toBeTruthy();
  const open = screen.getByRole('table', { name: 'Open bookings' });
  expect(within(open).getByText('Overdue since 31 October 2025')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change the company' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add a person' })).toBeNull();
  await press('Record a transfer');
  await press('Record the transfer');
  expect(screen.getByText('Enter the reference of the transfer')).toBeTruthy();
  type(/^Amount/, '1184.72');
  type(/^Bank reference/, 'UTR2');
  await press('Record the transfer');
  expect(effects.companies.recordTransfer.mock.lastCall?.[0]).toMatchObject({
    companyId: 'c',
    amount: '1184.72',
    reference: 'UTR2',
  });
});

test('a clerk changes nothing; a manager removes a person with a reason', async () => {
  await openCompanies('&company=c', 'staff');
  expect(await screen.findByText('UTR1')).toBeTruthy();
  for (const name of [
    'Record a transfer',
    'Remove the transfer UTR1',
    'Remove Meera Raman',
    'Change the company',
  ])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('a person is removed by a manager with a reason', async () => {
  const effects = await openCompanies('&company=c', 'manager');
  await screen.findByText('UTR1');
  await press('Remove Meera Raman');
  type(/^Reason/, 'Has left');
  await press('Remove');
  expect(effects.companies.removeMember.mock.lastCall?.[0]).toMatchObject({
    companyId: 'c',
    userId: 'm',
    reason: 'Has left',
  });
});

test('a transfer is removed by a manager with a reason', async () => {
  const effects = await openCompanies('&company=c', 'manager');
  await screen.findByText('UTR1');
  await press('Remove the transfer UTR1');
  await press('Remove');
  expect(screen.getByText(/^Enter a reason/)).toBeTruthy();
  type(/^Reason/, 'Belongs to another company');
  await press('Remove');
  expect(effects.companies.removeTransfer.mock.lastCall?.[0]).toMatchObject({
    companyId: 'c',
    transferId: 't',
    reason: 'Belongs to another company',
  });
});

test('a clerk sees the invoices and issues none', async () => {
  await openCompanies('&company=c', 'staff');
  const invoices = await screen.findByRole('table', { name: 'Invoices and credit notes' });
  expect(within(invoices).getByText('LR/2526/0000001')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Issue the invoice/ })).toBeNull();
});

test('a bookkeeper issues the invoice of a month that is over', async () => {
  const effects = await openCompanies('&company=c', 'bookkeeper');
  await screen.findByText('UTR1');
  effects.companies.invoice.mockRejectedValueOnce(
    new Failure(400, 'bad-input', 'Bad', { fields: { month: 'has nothing to invoice' } }),
  );
  await press('Issue the invoice for October 2025: ₹592.36');
  expect(screen.getByText(/has nothing to invoice/)).toBeTruthy();
  await press('Issue the invoice for October 2025: ₹592.36');
  expect(effects.companies.invoice.mock.lastCall?.[0]).toMatchObject({ companyId: 'c', month: '2025-10' });
});

test('a manager corrects an invoice with the details of the company, and a refusal keeps what was typed', async () => {
  const effects = await openCompanies('&company=c', 'manager');
  const invoices = await screen.findByRole('table', { name: 'Invoices and credit notes' });
  for (const text of [
    'Invoice, replaces LR/2526/0000001',
    'Credit note for LR/2526/0000001',
    'Invoice, replaced by LR/2526/0000002',
  ])
    expect(within(invoices).getByText(text)).toBeTruthy();
  expect(within(invoices).getAllByRole('button', { name: /^Correct / })).toHaveLength(1);
  await press('Correct LR/2526/0000002');
  expect(screen.getByRole('dialog', { name: 'Correct an invoice' })).toBeTruthy();
  expect(
    screen.getByText(/^LR\/2526\/0000002 shows another name, address or GSTIN than the company/),
  ).toBeTruthy();
  expect(
    screen.getByText(/^A credit note takes back LR\/2526\/0000002.* Both are sent by email/),
  ).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^GSTIN/).value).toBe('33AAACH7409R1Z8');
  await press('Issue the corrected invoice');
  expect(effects.deskPayments.correctInvoice).not.toHaveBeenCalled();
  type(/^Name on the invoice/, 'Palm Tea Limited');
  type(/^Reason/, 'Wrong name');
  effects.deskPayments.correctInvoice.mockRejectedValueOnce(
    new Failure(400, 'bad-input', 'Bad', { fields: { gstin: 'is not a GSTIN' } }),
  );
  await press('Issue the corrected invoice');
  expect(screen.getByText(/is not a GSTIN/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Name on the invoice/).value).toBe('Palm Tea Limited');
  const loads = effects.companies.company.mock.calls.length;
  await press('Issue the corrected invoice');
  expect(effects.deskPayments.correctInvoice.mock.lastCall?.[0]).toMatchObject({
    invoiceId: 'q',
    companyName: 'Palm Tea Limited',
    address: '1 Mint Street, Chennai',
    gstin: '33AAACH7409R1Z8',
    reason: 'Wrong name',
  });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(effects.companies.company.mock.calls.length).toBeGreaterThan(loads);
});
