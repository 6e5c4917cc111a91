import { expect, test } from 'vitest';
import {
  emailKey,
  hasAsciiLocalPart,
  isMailable,
  normalEmail,
  spellingKey,
} from '../../../domain/account/email.ts';

test.each([
  ['A.b@Example.COM', 'A.b@example.com'],
  ['a@bücher.example', 'a@xn--bcher-kva.example'],
  ['a@bu\u0308cher.example', 'a@xn--bcher-kva.example'],
  ['a@ｂücher。example', 'a@xn--bcher-kva.example'],
  ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
  ['jose\u0301@example.test', 'josé@example.test'],
  ['\u00a0\t a@b.example\r\n', 'a@b.example'],
  ['\ufeffa\u200b@b.\u2060example\u200e', 'a@b.example'],
])('%j is %j', (typed, normal) => {
  expect(normalEmail(typed)).toBe(normal);
  expect(normalEmail(normal)).toBe(normal);
  expect(isMailable(normal)).toBe(true);
});

test('a domain that is no name keeps its letters, and is not read as a number or as an escaped one', () => {
  for (const text of [
    'a@1.2',
    'a@b%41.example',
    'a@b@c.example',
    'a@b_c.example',
    'a@',
    '@',
    'no address',
    '',
  ])
    expect(normalEmail(text)).toBe(text);
  expect(normalEmail('a@B_C.Example')).toBe('a@b_c.example');
});

test('what changes the look of an address, or is inside it, is not removed', () => {
  for (const text of ['a\u202eb@c.example', 'a\u202db@c.example', 'a\0b@c.example', 'a b@c.example']) {
    expect(normalEmail(text)).toBe(text);
    expect(isMailable(normalEmail(text))).toBe(false);
  }
});

test('the key ignores the case of ASCII letters only', () => {
  expect(emailKey('JOSÉ@Bücher.example')).toBe('josÉ@xn--bcher-kva.example');
  expect(spellingKey('JOSÉ@Bücher.Example')).toBe('josÉ@bücher.example');
});

test('only the part before the @ decides whether an address needs SMTPUTF8', () => {
  expect(hasAsciiLocalPart('a.b+c@bücher.example')).toBe(true);
  for (const text of ['josé@example.test', 'अ@example.test', 'no address'])
    expect(hasAsciiLocalPart(text)).toBe(false);
});
