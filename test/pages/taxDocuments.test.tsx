// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { createDeskActor } from '../../machines/desk/app.ts';
import { Failure } from '../../machines/engine/failure.ts';
import type { IssuedTaxDocuments } from '../../machines/desk/reportFlows.ts';
import { Desk } from '../../src/desk/Desk.tsx';
import { NOON } from '../fixtures/booking.ts';
import { mockDeskEffects } from '../machines/deskEffects.ts';
import { renderInApp, withPagesAtNoon } from './openPage.tsx';

withPagesAtNoon();

const document: IssuedTaxDocuments['documents'][number] = {
  id: 'i1',
  kind: 'invoice',
  number: 'LR/2526/0000007',
  date: '2025-11-20',
  customer: 'Kovai Looms',
  userId: 'u1',
  companyId: null,
  gstin: '27AAPFU0939F1ZV',
  amount: 118_472,
  replaced: false,
};

async function openInvoices(effects: ReturnType<typeof mockDeskEffects>, query = '') {
  effects.desk.me.mockResolvedValue({ id: 'd', name: 'Bala', role: 'bookkeeper', secondFactor: true });
  const router = createMemoryRouter([{ path: '*', element: <Desk now={() => NOON} /> }], {
    initialEntries: [`/desk?view=invoices${query}`],
  });
  await act(async () => {
    renderInApp(createDeskActor(effects).start(), <RouterProvider router={router} />);
  });
  await screen.findByRole('search', { name: 'Find invoices' });
  return router;
}
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
  });

test('a bookkeeper finds a document by its month and name, and saves it', async () => {
  const effects = mockDeskEffects();
  const replaced = { ...document, id: 'i2', number: 'LR/2526/0000006', gstin: null, replaced: true };
  effects.reports.taxDocuments.mockResolvedValue({ documents: [document, replaced], next: 12 });
  const router = await openInvoices(effects);
  const table = await screen.findByRole('table', { name: 'Invoices and credit notes' });
  const [, first, second] = within(table).getAllByRole('row');
  const cells = (row: HTMLElement | undefined) =>
    within(row as HTMLElement)
      .getAllByRole('cell')
      .slice(0, 6)
      .map(({ textContent }) => textContent);
  expect(cells(first)).toEqual([
    'LR/2526/0000007',
    'Invoice',
    '20 November 2025',
    'Kovai Looms',
    '27AAPFU0939F1ZV',
    '₹1,184.72',
  ]);
  expect(cells(second)[1]).toBe('Replaced invoice');
  expect(screen.getByRole('link', { name: 'Older ones' }).getAttribute('href')).toBe(
    '/desk?view=invoices&before=12',
  );
  await press('Save LR/2526/0000007 as PDF');
  expect(effects.reports.saveTaxDocuments.mock.lastCall?.[0]).toMatchObject({
    id: 'i1',
    number: 'LR/2526/0000007',
    file: 'pdf',
  });

  fireEvent.change(screen.getByLabelText('Number, name or GSTIN'), { target: { value: ' kovai ' } });
  fireEvent.change(screen.getByLabelText('Month'), { target: { value: '2025-10' } });
  await press('Show');
  expect(router.state.location.search).toBe('?view=invoices&search=kovai&month=2025-10');
  expect(effects.reports.taxDocuments.mock.lastCall?.[0]).toBe('search=kovai&month=2025-10');
  expect(screen.getByRole('link', { name: 'Show all' })).toBeTruthy();
});

test('an empty list, a filter without results and a failure say so, and the list can be loaded again', async () => {
  const effects = mockDeskEffects();
  effects.reports.taxDocuments.mockRejectedValueOnce(new Failure(503, 'unavailable', 'The database is busy'));
  const router = await openInvoices(effects);
  expect((await screen.findByRole('alert')).textContent).toContain('The database is busy');
  await press('Try again');
  expect(screen.getByRole('main').textContent).toContain('No invoice was issued yet.');
  await act(() => router.navigate('/desk?view=invoices&search=x&month=wrong&before=y'));
  expect(screen.getByRole('main').textContent).toContain('No invoice and no credit note matches the filter.');
  expect(effects.reports.taxDocuments.mock.lastCall?.[0]).toBe('search=x');
});
