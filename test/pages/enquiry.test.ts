// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Failure } from '../../machines/engine/failure.ts';
import { mockEffects, type MockEffects } from '../machines/startApp.ts';
import { openPage, withPages } from './openPage.tsx';

withPages();

const visitor = { Name: 'Asha Raman', Email: 'asha@example.com', Phone: '98400 12345' };
const message = { ...visitor, Message: 'Do you cater?\nFor forty.' };

async function openContact(effects: MockEffects = mockEffects()) {
  await openPage('/about-us', effects);
  const form = within(await screen.findByRole('group', { name: 'Message to us' }));
  const field = (name: string) => form.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
  return {
    form,
    field,
    effects,
    button: () => form.getByRole('button', { name: 'Send message' }),
    write: (fields: Record<string, string>) => {
      for (const [name, value] of Object.entries(fields))
        fireEvent.change(field(name), { target: { value } });
    },
  };
}

test('the contact variant sends its message, and its thanks get the focus', async () => {
  const { form, effects, write, button } = await openContact();
  write(message);
  fireEvent.click(button());
  await waitFor(() => expect(document.activeElement).toBe(form.getByRole('heading', { name: 'Thank you' })));
  expect(effects.enquiries.send.mock.calls[0]?.[0]).toMatchObject({ enquireFor: message.Message });
});

test('with missing fields nothing is sent; each has an error and the first has the focus', async () => {
  const { form, field, effects, write, button } = await openContact();
  write({ Name: visitor.Name });
  fireEvent.click(button());
  await waitFor(() => expect(document.activeElement).toBe(field('Email')));
  const errorOf = (name: string) =>
    document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent;
  expect(['Email', 'Phone', 'Message'].map(errorOf)).toEqual([
    'Enter your email address',
    'Enter your phone number',
    'Write your message',
  ]);
  expect(field('Message').getAttribute('aria-invalid')).toBe('true');
  expect(form.getByRole('status').textContent).toMatch(/^Please check the 3 fields above/);

  write({ Email: visitor.Email });
  expect(field('Email').getAttribute('aria-invalid')).not.toBe('true');
  expect(field('Name').value).toBe(visitor.Name);
  expect(effects.enquiries.send).not.toHaveBeenCalled();
});

test.each([
  ['that is down', 503, 'Something went wrong on our side'],
  ['that has had too many', 429, 'please wait a few minutes'],
])('a server %s loses no input, and sending can be retried', async (_situation, status, text) => {
  const effects = mockEffects();
  effects.enquiries.send.mockRejectedValueOnce(new Failure(status, 'unavailable', 'Please try again'));
  const { form, field, write, button } = await openContact(effects);
  write(message);
  button().focus();
  fireEvent.click(button());
  await waitFor(() => expect(form.getByRole('status').textContent).toContain(text));
  expect(document.activeElement).toBe(button());
  expect(Object.keys(message).map((name) => field(name).value)).toEqual(Object.values(message));

  fireEvent.click(button());
  await form.findByRole('heading', { name: 'Thank you' });
});

test('a double press on a slow network sends once', async () => {
  const effects = mockEffects();
  let answer: () => void = () => undefined;
  effects.enquiries.send.mockReturnValue(new Promise((resolve) => (answer = () => resolve())));
  const { form, write, button } = await openContact(effects);
  write(message);
  fireEvent.click(button());
  fireEvent.click(button());
  await waitFor(() => expect(form.getByRole('status').textContent).toBe('Sending…'));
  answer();
  await form.findByRole('heading', { name: 'Thank you' });
  expect(effects.enquiries.send).toHaveBeenCalledOnce();
});

test('the choice is between events, meeting rooms and training rooms', async () => {
  await openPage('/');
  const choice = await screen.findByRole('combobox', { name: /^Looking for/ });
  fireEvent.mouseDown(choice);
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Choose one',
    'EVENTS',
    'MEETING ROOM',
    'TRAINING ROOM',
  ]);
});
