// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Failure } from '../../machines/engine/failure.ts';
import { mockEffects, type MockEffects } from '../machines/startApp.ts';
import { openPage, withPages } from './openPage.tsx';

withPages();

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}( \\*)?$`));
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

const summary = (name: string) => screen.findByRole('region', { name });
const step = (name: string) =>
  within(screen.getByRole('list', { name: 'Steps' }))
    .getAllByRole('listitem')
    .find(({ textContent }) => textContent.includes(name)) as HTMLElement;
const descriptionOf = (name: string) =>
  (field(name).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')
    .trim();
const isInvalid = (name: string) => field(name).getAttribute('aria-invalid') === 'true';
const expectFocus = async (find: () => Promise<HTMLElement> | HTMLElement) => {
  const element = await find();
  await waitFor(() => expect(document.activeElement).toBe(element));
};

function fillPersonal(email = 'asha@example.com', phone = '9840012345') {
  write('First Name', 'Asha');
  write('Email Address', email);
  write('Phone Number', phone);
}

/** Fills in step 1 and goes to step 2. */
async function openOrganisation(effects?: MockEffects) {
  const path = await openPage('/join-us', effects);
  await screen.findByRole('button', { name: 'NEXT' });
  fillPersonal();
  press('NEXT');
  await screen.findByRole('heading', { level: 2, name: 'Organisation Details' });
  return path;
}

function fillPasswords(confirmation = 'Chosen-2025!') {
  write('Password', 'Chosen-2025!');
  write('Confirm Password', confirmation);
}

test('step 1 shows its errors above the form and next to the fields', async () => {
  const effects = mockEffects();
  const path = await openPage('/join-us', effects);
  await screen.findByRole('button', { name: 'NEXT' });
  press('NEXT');
  await expectFocus(() => summary('* Fields are Required'));
  expect(screen.getAllByText('* Fields are Required')).toHaveLength(1);
  for (const name of ['First Name', 'Email Address', 'Phone Number']) {
    expect(isInvalid(name)).toBe(true);
    expect(descriptionOf(name)).toMatch(/^Enter your /);
  }
  expect(isInvalid('Last Name')).toBe(false);
  fireEvent.click(
    within(await summary('* Fields are Required')).getByRole('button', { name: 'Email Address' }),
  );
  await expectFocus(() => field('Email Address'));

  fillPersonal('asha@example');
  expect(isInvalid('Email Address')).toBe(false);
  press('NEXT');
  await expectFocus(() => summary('Check this field'));
  expect(screen.getAllByText('Enter the valid e-mail')).toHaveLength(1);
  expect(descriptionOf('Email Address')).toBe('Enter the valid e-mail');

  effects.registration.checkPhone.mockResolvedValue(null);
  fillPersonal('asha@example.com', '12345');
  press('NEXT');
  await waitFor(() => expect(descriptionOf('Phone Number')).toBe('Enter the valid phone number'));
  await expectFocus(() => summary('Check this field'));
  expect(screen.getAllByText('Enter the valid phone number')).toHaveLength(1);
  expect(step('Persional Details').textContent).not.toContain('filled in');
  expect(path()).toBe('/join-us');

  // A name that an invoice cannot show is accepted here; the error appears before anything is paid.
  write('First Name', '張偉');
  await waitFor(() =>
    expect(descriptionOf('First Name')).toMatch(
      /^This name has letters that an invoice cannot show \(張 偉\)/,
    ),
  );
  write('First Name', 'శ్రీనివాస్');
  await waitFor(() => expect(descriptionOf('First Name')).not.toMatch(/invoice/));
});

test('step 2 requires both passwords, and that they are equal', async () => {
  await openOrganisation();
  press('SUBMIT');
  await expectFocus(() => summary('* Fields cannot be empty'));
  expect(['Password', 'Confirm Password'].map(isInvalid)).toEqual([true, true]);

  fillPasswords('Chosen');
  // While typing, before a button is pressed.
  await waitFor(() => expect(descriptionOf('Confirm Password')).toBe('Password Mismatching'));
  press('SUBMIT');
  await expectFocus(() => summary('Check this field'));
  expect(screen.getAllByText('Password Mismatching')).toHaveLength(1);
  expect(step('Organisation Details').textContent).not.toContain('filled in');

  write('Confirm Password', 'Chosen-2025!');
  await waitFor(() => expect(isInvalid('Confirm Password')).toBe(false));
  expect(step('Organisation Details').textContent).toContain('filled in');
});

test('a lost network and too many attempts have a message, and sending can be retried', async () => {
  const effects = mockEffects();
  effects.registration.register
    .mockRejectedValueOnce(new Failure('FETCH_ERROR', null, 'We could not reach the server.'))
    .mockRejectedValueOnce(new Failure(429, 'too-many-requests', 'Too many attempts, please wait'));
  const path = await openOrganisation(effects);
  fillPasswords();
  press('SUBMIT');
  await screen.findByText(/We could not reach the server/);
  expect((await summary('Registration Failed')).textContent).toMatch(/We could not reach the server/);
  press('SUBMIT');
  await screen.findByText(/Too many attempts, please wait/);
  expect((await summary('Registration Failed')).textContent).toContain('Too many attempts, please wait');
  press('SUBMIT');
  await screen.findByText('Registration Successfull');
  await waitFor(() => expect(path()).toBe('/'));
});

test('on the login page, create One leads to registration', async () => {
  const path = await openPage('/login');
  fireEvent.click(await screen.findByRole('link', { name: 'create One' }));
  await screen.findByRole('heading', { level: 2, name: 'Persional Details' });
  expect(path()).toBe('/join-us');
});
