import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Contact } from '../../src/desk/ui/Contact.tsx';

/* How the desk reaches the customer of a booking. */

const markup = (email: string) =>
  renderToStaticMarkup(createElement(Contact, { phone: '+919840012345', email }));

test('a customer is called and written to', () => {
  expect(markup('meera@example.com')).toContain('href="mailto:meera@example.com"');
  expect(markup('meera@example.com')).toContain('href="tel:+919840012345"');
});

test('a customer whose account has lost its address is called before the booking changes', () => {
  expect(markup('')).toContain('has no email address: call before you change the booking');
  expect(markup('')).toContain('href="tel:+919840012345"');
  expect(markup('')).not.toContain('mailto:');
});
