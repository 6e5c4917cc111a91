import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/platform/config/config.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'litrooms-emails-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const mailOf = (variables: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: dataDir, ...variables }).mail;

describe('the mail server', () => {
  test.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false, auth: null }],
    ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, secure: true, auth: null }],
    ['smtp://127.0.0.1:1025', { host: '127.0.0.1', port: 1025, secure: false, auth: null }],
    ['smtp://[::1]:1025/', { host: '::1', port: 1025, secure: false, auth: null }],
    [
      'smtp://us%40er:p%3Ass@mail.example.com:2525',
      { host: 'mail.example.com', port: 2525, secure: false, auth: { user: 'us@er', pass: 'p:ss' } },
    ],
  ])('%s is parsed', (url, transport) => {
    expect(mailOf({ SMTP_URL: url }).transport).toEqual(transport);
  });

  test.each([
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp://user@mail.example.com',
    'smtp://user:pass-word@mail.example.com/inbox',
    'smtp://user:pass-word@mail.example.com?tls=no',
    'smtp://us%er:pass-word@mail.example.com',
    'smtp://mail.example.com:99999',
  ])('%s is refused without quoting it', (url) => {
    expect(() => mailOf({ SMTP_URL: url })).toThrow(/^ {2}SMTP_URL: must be smtp/m);
    expect(() => mailOf({ SMTP_URL: url })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('pass-word') }),
    );
  });
});

test('without a mail server emails go to the mailbox, or are not sent with ALLOW_NO_MAIL', () => {
  expect(mailOf({})).toEqual({
    transport: 'mailbox',
    from: { name: 'Litrooms', address: 'hello@litrooms.example' },
    businessAddress: 'hello@litrooms.example',
    carriesUtf8: true,
  });
  expect(mailOf({ ALLOW_NO_MAIL: '1' }).transport).toBe('none');
});

describe('an address with other letters than ASCII before the @', () => {
  const SMTP_URL = 'smtps://mail.example.com';

  test.each(['MAIL_FROM', 'ENQUIRIES_TO'])(
    'is refused as %s unless the mail server has SMTPUTF8',
    (variable) => {
      const variables = { SMTP_URL, MAIL_FROM: 'hello@rooms.example', [variable]: 'josé@rooms.example' };
      expect(() => mailOf(variables)).toThrow(
        new RegExp(`^ {2}${variable}: must be ASCII .*SMTP_UTF8=1`, 'm'),
      );
      expect(mailOf({ ...variables, SMTP_UTF8: '1' }).carriesUtf8).toBe(true);
    },
  );
});

describe('the sender', () => {
  test.each([
    ['hello@rooms.example', { name: 'Litrooms', address: 'hello@rooms.example' }],
    ['Rooms & Co. <hello@rooms.example>', { name: 'Rooms & Co.', address: 'hello@rooms.example' }],
  ])('%s is parsed, and enquiries are sent to its address', (from, expected) => {
    expect(mailOf({ MAIL_FROM: from })).toMatchObject({
      from: expected,
      businessAddress: 'hello@rooms.example',
    });
  });

  test.each([
    'hello',
    'a@b.example, c@d.example',
    'A <a@b.example> <c@d.example>',
    'A\r\nBcc: x <a@b.example>',
  ])('%j is refused', (from) => {
    expect(() => mailOf({ MAIL_FROM: from })).toThrow(/^ {2}MAIL_FROM: must be an address/m);
  });

  test('does not get the enquiries when ENQUIRIES_TO is set', () => {
    expect(mailOf({ ENQUIRIES_TO: 'desk@rooms.example' }).businessAddress).toBe('desk@rooms.example');
    expect(() => mailOf({ ENQUIRIES_TO: 'desk' })).toThrow(/^ {2}ENQUIRIES_TO/m);
  });
});

describe('a server in production starts only', () => {
  const secret = () => randomBytes(16).toString('hex');
  const production = {
    NODE_ENV: 'production',
    ALLOW_EMBEDDED: '1',
    ALLOW_SANDBOX: '1',
    ACCESS_TOKEN_SECRET: secret(),
    REFRESH_TOKEN_SECRET: secret(),
  };

  test('with a mail server or with ALLOW_NO_MAIL', () => {
    expect(() => mailOf(production)).toThrow(/^ {2}SMTP_URL: .*ALLOW_NO_MAIL=1/m);
    expect(mailOf({ ...production, ALLOW_NO_MAIL: '1' }).transport).toBe('none');
  });

  test('with a sender and the address that emails link to', () => {
    const smtp = { ...production, SMTP_URL: 'smtps://mail.example.com' };
    expect(() => mailOf(smtp)).toThrow(/^ {2}MAIL_FROM[^]*^ {2}PUBLIC_ORIGIN/m);
    const complete = { ...smtp, MAIL_FROM: 'hello@rooms.example', PUBLIC_ORIGIN: 'https://rooms.example' };
    expect(mailOf(complete).transport).toMatchObject({ host: 'mail.example.com' });
  });
});
