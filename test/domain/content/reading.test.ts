import { describe, expect, test } from 'vitest';
import { longDate } from '../../../domain/time/calendar.ts';
import { readablePhone } from '../../../domain/account/phone.ts';
import { readingMinutes } from '../../../domain/content/post.ts';
import { parseWebUrl } from '../../../domain/content/webUrl.ts';

describe('a typed web address', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['http://example.com/a?b=c#d', 'http://example.com/a?b=c#d'],
    [' https://example.com ', 'https://example.com/'],
    ['litrooms.in', 'https://litrooms.in/'],
    ['www.litrooms.in/rooms', 'https://www.litrooms.in/rooms'],
    ['HTTPS://EXAMPLE.COM', 'https://example.com/'],
  ])('%j becomes %s', (text, address) => {
    expect(parseWebUrl(text)).toBe(address);
  });

  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'JaVaScRiPt:alert(1)//example.com',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'mailto:a@example.com',
    'file:///etc/passwd',
    'https://bank.example@evil.example/',
    'a@example.com',
    '//evil.example',
    '/rooms',
    'our website',
    'localhost',
    'example.com:8080',
    '',
  ])('%j is refused', (text) => {
    expect(parseWebUrl(text)).toBeNull();
  });
});

test('a phone number is formatted for reading, other text is not changed', () => {
  expect(readablePhone('+919840012345')).toBe('+91 98400 12345');
  expect(readablePhone('+442071838750')).toBe('+44 20 7183 8750');
  expect(readablePhone('ask reception')).toBe('ask reception');
});

test('the reading time is one minute per 220 words, and at least one minute', () => {
  expect(readingMinutes('')).toBe(1);
  expect(readingMinutes('word '.repeat(220 * 4))).toBe(4);
  expect(readingMinutes('word '.repeat(220 * 4.5))).toBe(5);
  expect(readingMinutes('# One\n\n- **two** ₹ — 3')).toBe(1);
});

test('the date of a post has no weekday', () => {
  expect(longDate('2025-06-18')).toBe('18 June 2025');
});
