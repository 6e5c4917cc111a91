// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { MemberDetails } from '../../machines/account/member.ts';
import { type BillingFields, emptyBilling } from '../../domain/invoices/billing.ts';
import { Failure } from '../../machines/engine/failure.ts';
import { memberDetails } from '../fixtures/member.ts';
import { alertWith, openPage, signedInEffects, withPages } from './openPage.tsx';

withPages();

function effectsOf(changes: Partial<MemberDetails> = {}, isMember = true) {
  const effects = signedInEffects(isMember);
  effects.member.details.mockResolvedValue({ ...memberDetails, isMember, ...changes });
  return effects;
}

async function detail(name: string): Promise<Element> {
  const [term] = await screen.findAllByText(name, { selector: 'dt' });
  return term?.nextElementSibling as Element;
}

test('a member sees their details and the value of their points', async () => {
  const path = await openPage(
    '/profile',
    effectsOf({
      companyName: 'Example Traders',
      businessType: 'technology',
      website: 'https://example.com',
    }),
  );
  await screen.findByRole('heading', { level: 1, name: 'User & Company Details' });
  for (const [name, text] of [
    ['First Name', 'Asha'],
    ['Last Name', 'Raman'],
    ['Email Address', 'asha@example.com'],
    ['Company Name', 'Example Traders'],
    ['Business Type', 'Technology'],
  ] as const) {
    expect((await detail(name)).textContent).toBe(text);
  }
  await waitFor(async () => expect((await detail('Phone Number')).textContent).toBe('+91 98400 12345'));
  const website = (await detail('Website')).querySelector('a');
  expect(website?.getAttribute('href')).toBe('https://example.com/');
  expect(website?.getAttribute('rel')).toBe('noopener noreferrer nofollow');

  const balance = screen.getByRole('complementary', { name: 'Balance Lit Points' });
  expect(balance.textContent).toMatch(/20/);
  expect(balance.textContent).toMatch(/20 hours in any room/);
  expect(balance.textContent).toContain('1 Lit point = 1 hr');
  fireEvent.click(within(balance).getByRole('link', { name: 'My bookings' }));
  await waitFor(() => expect(path()).toBe('/my-bookings'));
});

test('a guest sees how to become a member instead of points; an empty field is Not Mentioned', async () => {
  const path = await openPage('/profile', effectsOf({ points: 0, lastName: '' }, false));
  for (const name of ['Business Type', 'Company Name', 'Website', 'Last Name']) {
    expect((await detail(name)).textContent).toBe('Not Mentioned');
  }
  expect(screen.queryByText('Balance Lit Points')).toBeNull();
  const card = within(screen.getByRole('complementary'));
  expect(card.getByText(/^To become a member/).textContent).toMatch(
    /write to us: our staff set up the membership/,
  );
  expect(card.getByRole('link', { name: 'write to us' }).getAttribute('href')).toMatch(
    /^mailto:|^\/about-us/,
  );
  fireEvent.click(card.getByRole('link', { name: 'Find a meeting room' }));
  await waitFor(() => expect(path()).toBe('/meeting-room'));
});

test('an account that has lost its address says so, and that it gets no emails until another is confirmed', async () => {
  await openPage('/my-bookings', effectsOf({ email: '', emailConfirmed: false }, false));
  await screen.findByText(/no longer has an email address.*no emails about them until/);
  fireEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Enter an address' }));
  const section = within(await screen.findByRole('region', { name: 'Email address' }));
  section.getByText(/we cannot email you about them until you have confirmed another/);
  expect(section.queryByRole('button', { name: 'Send the email again' })).toBeNull();
  fireEvent.click(section.getByRole('button', { name: 'Enter an address' }));
  const field = await section.findByLabelText(/^New Email Address/);
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test.each([
  ['javascript:alert(document.domain)', undefined],
  ['traders.example/about', 'https://traders.example/about'],
])('the website %s links to %s', async (website, address) => {
  await openPage('/profile', effectsOf({ website }));
  const shown = await detail('Website');
  expect(shown.textContent).toBe(website);
  expect(shown.querySelector('a')?.getAttribute('href')).toBe(address);
});

test('details that cannot be loaded show an error and can be retried', async () => {
  const effects = effectsOf();
  effects.member.details.mockRejectedValueOnce(new Failure(503, 'unavailable', 'Please wait a moment'));
  await openPage('/profile', effects);
  const alert = await alertWith('Failed to fetch user details !');
  expect(alert.textContent).toContain('Please wait a moment');
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect((await detail('First Name')).textContent).toBe('Asha');
});

test('invoice details that could not be loaded can be loaded again', async () => {
  const effects = effectsOf();
  effects.billing.load.mockRejectedValueOnce(new Failure(503, 'unavailable', ''));
  await openPage('/profile', effects);
  const failed = await screen.findByText(/Your invoice details could not be loaded\./);
  const form = failed.closest('[data-flow="billing"]') as HTMLElement;
  fireEvent.click(within(form).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText(/^Name on the invoice/)).toBeTruthy();
});

test('a buyer outside a special economic zone needs no GSTIN after all', async () => {
  await openPage('/profile', effectsOf());
  fireEvent.change(await screen.findByLabelText(/^Name on the invoice/), { target: { value: 'Chola' } });
  const zone = screen.getByLabelText(/special economic zone/);
  const gstin = screen.getByLabelText(/^GSTIN/);
  fireEvent.click(zone);
  fireEvent.click(screen.getByRole('button', { name: 'Save invoice details' }));
  await waitFor(() => expect(document.activeElement).toBe(gstin));
  expect(gstin.getAttribute('aria-invalid')).toBe('true');
  fireEvent.click(zone);
  await waitFor(() => expect(gstin.getAttribute('aria-invalid')).toBe('false'));
});

test('buying points names a wrong number, shows the price, and keeps the number when no order is created', async () => {
  const effects = effectsOf();
  effects.account.points.mockResolvedValue({ balance: 0, ending: 0, price: 70_800, entries: [] });
  effects.buyPoints.createOrder.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
  await openPage('/profile', effects);
  fireEvent.click(await screen.findByRole('button', { name: 'Buy points' }));
  const points = await screen.findByLabelText<HTMLInputElement>('Points');
  expect(points.value).toBe('10');
  fireEvent.change(points, { target: { value: '0' } });
  fireEvent.click(screen.getByRole('button', { name: 'Pay' }));
  expect(await screen.findByText('Enter a whole number from 1 to 100')).toBeTruthy();
  expect(document.activeElement).toBe(points);
  fireEvent.change(points, { target: { value: '4' } });
  fireEvent.click(await screen.findByRole('button', { name: /^Pay ₹/ }));
  await screen.findByText(/We could not reach the server/);
  expect(effects.buyPoints.createOrder).toHaveBeenCalledWith(4, expect.any(Number));
  expect(points.value).toBe('4');
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
  expect(await screen.findByRole('button', { name: 'Buy points' })).toBeTruthy();
});

async function openBilling(fields: Partial<BillingFields> = {}) {
  const effects = effectsOf();
  effects.billing.load.mockResolvedValue({ ...emptyBilling, ...fields });
  await openPage('/profile', effects);
  const button = await screen.findByRole('button', { name: 'Save invoice details' });
  const form = within(button.closest('[data-flow="billing"]') as HTMLElement);
  const field = (name: RegExp) => form.getByLabelText<HTMLInputElement>(name);
  return {
    form,
    field,
    effects,
    write: (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } }),
    save: () => fireEvent.click(form.getByRole('button', { name: 'Save invoice details' })),
  };
}

test('invoice details warn a company of another state, are saved, and are deleted', async () => {
  const { form, field, effects, write, save } = await openBilling({ companyName: 'Example Traders' });
  await waitFor(() => expect(field(/^Name on the invoice/).value).toBe('Example Traders'));
  write(/^GSTIN/, '27AAPFU0939F1ZV');
  await form.findByText(/cannot claim them as input tax credit/);
  expect(form.getByLabelText(/^State/).textContent).toBe('Maharashtra');
  write(/^Address/, '1, First Street, Mumbai');
  save();
  await form.findByText(/^Saved\./);
  expect(effects.billing.save.mock.lastCall?.[0]).toMatchObject({
    companyName: 'Example Traders',
    gstin: '27AAPFU0939F1ZV',
    state: '27',
  });

  for (const name of [/^GSTIN/, /^Address/, /^Name on the invoice/]) write(name, '');
  fireEvent.mouseDown(form.getByRole('combobox', { name: /^State/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'Not specified' }));
  save();
  await waitFor(() => expect(effects.billing.save.mock.lastCall?.[0]).toEqual(emptyBilling));
  await form.findByText(/^Saved\./);
});

test('a unit in a special economic zone says so next to its GSTIN, and the form says what the invoice shows', async () => {
  const { form, field, effects, write, save } = await openBilling();
  write(/^Name on the invoice/, 'ಶ್ರೀ ಮಂಜುನಾಥ 漢');
  fireEvent.click(form.getByRole('checkbox', { name: /special economic zone/ }));
  save();
  await form.findByText(
    /^The name has letters that an invoice cannot show \(漢\): please spell it in Latin letters/,
  );
  form.getByText('Enter the GSTIN of the unit in the special economic zone');
  await waitFor(() => expect(document.activeElement).toBe(field(/^Name on the invoice/)));
  expect(effects.billing.save).not.toHaveBeenCalled();
  write(/^Name on the invoice/, 'ಶ್ರೀ ಮಂಜುನಾಥ');
  write(/^GSTIN/, 'GSTIN: 33-AAACH-7409-R1Z8');
  write(/^Address/, '27, Unit 4, MEPZ, Chennai 600045');
  await form.findByText(/The invoice shows 18% IGST instead of SGST and CGST/);
  save();
  await form.findByText(/^Saved\./);
  expect(effects.billing.save.mock.lastCall?.[0]).toMatchObject({ isSez: true, state: '33' });
});
