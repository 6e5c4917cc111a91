// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage, withPages } from './openPage.tsx';

withPages();

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}( \\*)?$`));
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

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
