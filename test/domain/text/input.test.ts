import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { personFields } from '../../../contract/account/registration.ts';
import { internationalPhone } from '../../../domain/account/phone.ts';
import { returnPath } from '../../../domain/account/returnPath.ts';
import { Redacted } from '../../../domain/text/redacted.ts';
import { isEmail, isMailable } from '../../../domain/account/email.ts';
import { isFilled } from '../../../domain/text/typedText.ts';

test('an email address is non-space text, an @, and a dotted domain', () => {
  for (const valid of ['a@b.in', 'first.last+tag@mail.example.com']) expect(isEmail(valid), valid).toBe(true);
  for (const invalid of ['', 'a@b', 'a b@c.in', '@b.in', 'a@', 'a@@b.in'])
    expect(isEmail(invalid), invalid).toBe(false);
});

test('an email address has at most 254 characters', () => {
  const longest = `${'a'.repeat(249)}@b.in`;
  expect(isEmail(longest)).toBe(true);
  expect(isEmail(`a${longest}`)).toBe(false);
});

test('mail is sent only to exactly one address, not to text that contains a header, a list, a comment or a quote', () => {
  for (const valid of [
    'a@b.in',
    'first.last+tag@mail.example.com',
    "o'brien_{x}@sub-domain.example",
    'a@123.example',
    'சுந்தர்@எடுத்துக்காட்டு.இந்தியா',
    `${'a'.repeat(249)}@b.in`,
  ]) {
    expect(isMailable(valid), valid).toBe(true);
  }
  for (const invalid of [
    'x@y.example>',
    '<x@y.example',
    'a,b@c.example',
    'a@b.example,c@d.example',
    'a;b@c.example',
    'a:b@c.example',
    '"a"@b.example',
    'a(b)@c.example',
    'a\\b@c.example',
    'a@b.example\r\nBcc: evil@x.example',
    'a@b.example\u0000',
    'a..b@c.example',
    '.a@b.example',
    'a.@b.example',
    'a@b..example',
    'a@b.example.',
    'a@-b.example',
    'a@b-.example',
    'a@b_c.example',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@mail.123',
    `a@${'b'.repeat(64)}.example`,
  ]) {
    expect(isMailable(invalid), invalid).toBe(false);
  }
});

test('white space does not fill a field', () => {
  expect(isFilled(' \n')).toBe(false);
  expect(isFilled(' a ')).toBe(true);
});

test('a phone number is read as people write it', () => {
  for (const text of [
    '(98400) 12345',
    '[98400]-12345',
    '+91 (0)98400 12345',
    '0091 98400 12345',
    '98400\u00a012345',
    '९८४०० १२३४५',
    '௯௮௪௦௦ ௧௨௩௪௫',
    '\u202a+91 98400 12345\u202c',
  ]) {
    expect(internationalPhone(text), text).toBe('+919840012345');
    expect(personFields.phone.parse(text), text).toBe('+919840012345');
  }
});

test('the server refuses an Indian number that is none', () => {
  for (const text of [
    '12345678',
    '28112345',
    '+9112345678',
    '1111111111',
    '5555555555',
    '0000000000',
    '98400 1234',
  ]) {
    expect(personFields.phone.safeParse(text).success, text).toBe(false);
  }
  for (const text of ['044 2811 2345', '1800 425 1111', '99999 99999', '+44 20 7946 0958']) {
    expect(personFields.phone.safeParse(text).success, text).toBe(true);
  }
});

test('a phone number must parse and be valid for its country', () => {
  expect(internationalPhone('98400 12345')).toBe('+919840012345');
  expect(internationalPhone('+44 20 7946 0958')).toBe('+442079460958');
  expect(internationalPhone('12345')).toBeNull();
  expect(internationalPhone('phone')).toBeNull();
});

describe('after sign-in', () => {
  test('the visitor returns to the requested page, query string included', () => {
    expect(returnPath('/my-bookings?tab=upcoming#top')).toBe('/my-bookings?tab=upcoming#top');
  });

  test.each([
    null,
    '',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    // Resolving the dots of this path gives '//host'.
    '/.//evil.example',
    '/rooms/..//evil.example/login',
  ])('%j leads to the home page', (path) => {
    expect(returnPath(path)).toBe('/');
  });
});

test('a redacted value is visible only through reveal', () => {
  const redacted = new Redacted({ password: 'Member-2025!' });
  expect(redacted.reveal().password).toBe('Member-2025!');
  const outputs = [
    JSON.stringify({ sealed: redacted }),
    inspect(redacted, { depth: 9, showHidden: true }),
    String(redacted),
  ];
  expect(JSON.stringify(structuredClone(redacted))).toBe('{}');
  expect(String(redacted)).toBe('[redacted]');
  for (const text of outputs) expect(text).not.toContain('Member-2025!');
});
