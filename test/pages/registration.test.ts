// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { emptyRegistration } from '../../machines/account/registration/form.ts';
import { Failure } from '../../machines/engine/failure.ts';
import { mockEffects, type MockEffects, noPersistedState } from '../machines/startApp.ts';
import { openPage, withPages } from './openPage.tsx';

withPages();

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}( \\*)?$`));
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

const heading = (name: string) => screen.findByRole('heading', { level: 2, name });

/** The visitor's first step was kept over a reload. */
function keptEffects(): MockEffects {
  const effects = mockEffects();
  const person = { firstName: 'Asha', email: 'asha@example.com', phone: '98400 12345' };
  effects.storage.load.mockReturnValue({
    ...noPersistedState,
    registration: { fields: { ...emptyRegistration, ...person }, number: '+919840012345' },
  });
  return effects;
}

/** Opens step 2 and presses SUBMIT; the server refuses these fields. */
async function openRefused(fields: Record<string, string>): Promise<() => string> {
  const effects = keptEffects();
  effects.registration.register.mockRejectedValue(new Failure(400, 'bad-input', '', { fields }));
  const path = await openPage('/join-us?step=2', effects);
  await heading('Organisation Details');
  write('Password', 'secret');
  write('Confirm Password', 'secret');
  press('SUBMIT');
  await screen.findByRole('region', { name: 'Registration Failed' });
  return path;
}

test('the address of step 2 becomes that of step 1 while step 1 is invalid', async () => {
  const path = await openPage('/join-us?step=2');
  await heading('Persional Details');
  await waitFor(() => expect(path()).toBe('/join-us'));
});

test('the address follows NEXT and BACK, also when step 2 was opened by its address', async () => {
  const path = await openPage('/join-us?step=2', keptEffects());
  await heading('Organisation Details');
  expect(path()).toBe('/join-us?step=2');
  press('BACK');
  expect(document.activeElement).toBe(await heading('Persional Details'));
  await waitFor(() => expect(path()).toBe('/join-us'));
  press('NEXT');
  expect(document.activeElement).toBe(await heading('Organisation Details'));
  await waitFor(() => expect(path()).toBe('/join-us?step=2'));
});

test('a field that is chosen in the summary gets the focus, on either step', async () => {
  const path = await openRefused({ firstName: 'is wrong', email: 'is wrong', password: 'is too long' });
  press('Password');
  expect(document.activeElement).toBe(field('Password'));
  press('Email Address');
  await heading('Persional Details');
  expect(document.activeElement).toBe(field('Email Address'));
  await waitFor(() => expect(path()).toBe('/join-us'));
});

test('a step with errors focuses the first of them', async () => {
  const path = await openRefused({ phone: 'is wrong', email: 'is wrong' });
  await heading('Persional Details');
  expect(document.activeElement).toBe(field('Email Address'));
  await waitFor(() => expect(path()).toBe('/join-us'));
});

test('each password can be shown by itself', async () => {
  await openPage('/join-us');
  await screen.findByRole('button', { name: 'NEXT' });
  write('First Name', 'Asha');
  write('Email Address', 'asha@example.com');
  write('Phone Number', '9840012345');
  press('NEXT');
  await screen.findByRole('heading', { level: 2, name: 'Organisation Details' });
  const types = () => [field('Password').type, field('Confirm Password').type];
  press('Show confirm password');
  expect(types()).toEqual(['password', 'text']);
  press('Show password');
  expect(types()).toEqual(['text', 'text']);
  press('Hide confirm password');
  expect(types()).toEqual(['text', 'password']);
});
