import { expect, test } from 'vitest';
import type { Email } from '../../server/platform/database/emailPayloads.ts';
import type { Mailer } from '../../server/platform/mail/mailer.ts';
import { queueEmail, queueEmails } from '../../server/outbox/outbox.ts';
import { deleteOldEmails, sendEmails } from '../../server/email/sendEmails.ts';
import { smtpMailer } from '../../server/platform/mail/smtpMailer.ts';
import { START } from '../api/startServer.ts';
import { emailDeps, logged, mail, ORIGIN, outbox, send, server, withEmails } from './emailServer.ts';

withEmails();

const MINUTE = 60_000;
const emailTo = (address: string, key = '1', name: string | null = 'Asha'): Email => ({
  kind: 'password-changed',
  key,
  to: { name, address },
  payload: {},
  now: START,
});
const queue = (...emails: Email[]) => queueEmails(server.database, emails);

test('an email is sent once, to its recipient, as an automatic message in HTML and plain text', async () => {
  await queue(emailTo('asha@example.com'));
  const [received, ...more] = await send();
  expect(more).toEqual([]);
  expect(received).toMatchObject({ from: 'hello@litrooms.test', to: ['asha@example.com'] });
  const { mail: email, raw } = received!;
  expect(email.from).toMatchObject({ name: 'Litrooms', address: 'hello@litrooms.test' });
  expect(email.to).toMatchObject([{ name: 'Asha', address: 'asha@example.com' }]);
  expect(email.replyTo).toMatchObject([{ address: 'desk@litrooms.test' }]);
  expect(email.subject).toBe('Your password was changed');
  expect(email.html).toContain(`${ORIGIN}/login`);
  expect(email.text).toContain(`${ORIGIN}/login`);
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  expect(email.messageId).toMatch(/^<[\da-f]{40}@litrooms\.test>$/);
  expect(email.date).toBe(new Date(START).toISOString());

  expect(await send()).toEqual([]);
  expect(await outbox()).toMatchObject([{ state: 'sent', attempts: 1, message_id: email.messageId }]);
});

test('two servers send each email once', async () => {
  const emails = Array.from({ length: 25 }, (_, n) => emailTo(`asha${n}@example.com`, String(n)));
  await queue(...emails);
  await Promise.all([sendEmails(emailDeps()), sendEmails(emailDeps()), sendEmails(emailDeps())]);
  const recipients = mail.received.map(({ to }) => to[0]);
  expect(recipients).toHaveLength(25);
  expect(new Set(recipients).size).toBe(25);
});

test('a slow mail server does not make a second server send the same emails again', async () => {
  const emails = Array.from({ length: 13 }, (_, n) => emailTo(`asha${n}@example.com`, String(n)));
  await queue(...emails);
  let time = START;
  const now = () => time;
  const real = emailDeps().mailer as Mailer;
  let sent = 0;
  const slowMailer: Mailer = {
    async send(message, signal) {
      sent += 1;
      time += 40_000;
      // The leases of a batch that was leased at once would have ended here.
      if (sent === 5) await sendEmails(emailDeps({ now }));
      await real.send(message, signal);
    },
  };
  await sendEmails(emailDeps({ now, mailer: slowMailer }));
  const recipients = mail.received.map(({ to }) => to[0]);
  expect(recipients).toHaveLength(13);
  expect(new Set(recipients).size).toBe(13);
});

test('an email whose server crashed before it recorded the sending is sent again with the same Message-ID', async () => {
  await queue(emailTo('asha@example.com'));
  const real = emailDeps().mailer as Mailer;
  let crashes = true;
  // The process ends after the mail server has accepted the email, before it is recorded as sent.
  const database = server.database;
  const crashingMailer: Mailer = {
    async send(message, signal) {
      await real.send(message, signal);
      if (crashes) throw new Error('the process ended');
    },
  };
  await sendEmails(emailDeps({ mailer: crashingMailer, database }));
  expect(await outbox()).toMatchObject([{ state: 'due', attempts: 1 }]);
  crashes = false;
  server.clock.now += MINUTE;
  await sendEmails(emailDeps());
  expect(mail.received).toHaveLength(2);
  expect(mail.received[0]?.mail.messageId).toBe(mail.received[1]?.mail.messageId);
  expect(await outbox()).toMatchObject([{ state: 'sent', attempts: 2 }]);
});

test('an email that the mail server accepts with a temporary error is sent again with the same Message-ID', async () => {
  await queue(emailTo('asha@example.com'));
  mail.faults.push({ at: 'after-data', code: 451, text: '4.3.0 try again' });
  await send();
  server.clock.now += MINUTE;
  await send();
  expect(new Set(mail.received.map(({ mail: { messageId } }) => messageId)).size).toBe(1);
  expect(await outbox()).toMatchObject([{ state: 'sent' }]);
});

test('a mail server that is down for a day is retried with growing pauses, and no email is lost', async () => {
  await mail.stop();
  await queue(emailTo('asha@example.com'), emailTo('ravi@example.com', '2'));
  const end = START + 24 * 60 * MINUTE;
  let attempts = 0;
  for (; server.clock.now < end; server.clock.now += 5 * MINUTE) {
    const { isUnavailable } = await sendEmails(emailDeps());
    if (isUnavailable) attempts += 1;
  }
  expect(attempts).toBeGreaterThan(20);
  expect(await outbox()).toMatchObject([{ state: 'due', problem: 'ESOCKET' }, { state: 'due' }]);

  await mail.start();
  server.clock.now += 15 * MINUTE;
  const received = await send();
  expect(received.flatMap(({ to }) => to).sort()).toEqual(['asha@example.com', 'ravi@example.com']);
  expect(JSON.stringify(logged)).not.toMatch(/asha|ravi|example\.com/);
});

test('after one email has found the mail server down, the other emails are not tried', async () => {
  await mail.stop();
  await queue(...Array.from({ length: 12 }, (_, n) => emailTo(`asha${n}@example.com`, String(n))));
  await sendEmails(emailDeps());
  const attempts = (await outbox()).map((email) => email.attempts);
  expect([attempts.filter((n) => n === 0).length, attempts.filter((n) => n === 1).length]).toEqual([11, 1]);
  await mail.start();
  expect(await send()).toHaveLength(11);
});

test.each([
  ['the greeting', { at: 'connect', code: 554, text: '5.7.1 not you' }],
  ['the sender', { at: 'from', code: 550, text: '5.1.8 unknown sender' }],
  ['the recipient temporarily', { at: 'to', code: 450, text: '4.2.0 greylisted' }],
  ['the content temporarily', { at: 'data', code: 452, text: '4.3.1 full' }],
  ['the recipient by policy', { at: 'to', code: 554, text: '5.7.1 relay access denied' }],
] as const)('an email is retried when the mail server refuses %s', async (_case, fault) => {
  mail.faults.push(fault);
  await queue(emailTo('asha@example.com'));
  expect(await send()).toEqual([]);
  expect(await outbox()).toMatchObject([{ state: 'due', problem: expect.stringContaining(`${fault.code}`) }]);
  server.clock.now += MINUTE;
  expect(await send()).toHaveLength(1);
});

test.each([
  ['the recipient', { at: 'to', code: 550, text: '5.1.1 no such user' }],
  ['the content', { at: 'data', code: 552, text: '5.3.4 too large' }],
] as const)('an email is given up when the mail server refuses %s permanently', async (_case, fault) => {
  mail.faults.push(fault);
  await queue(emailTo('asha@example.com'), emailTo('ravi@example.com', '2'));
  expect((await send()).map(({ to }) => to)).toEqual([['ravi@example.com']]);
  server.clock.now += 60 * MINUTE;
  expect(await send()).toEqual([]);
  expect(await outbox()).toMatchObject([{ state: 'refused' }, { state: 'sent' }]);
});

test('an email is given up after five days, or after its `until`', async () => {
  await queue(emailTo('asha@example.com'), { ...emailTo('ravi@example.com', '2'), until: START + MINUTE });
  server.clock.now = START + 2 * MINUTE;
  expect((await send()).map(({ to }) => to)).toEqual([['asha@example.com']]);
  await queue(emailTo('later@example.com', '3'));
  server.clock.now = START + 5 * 24 * 60 * MINUTE + 1;
  expect(await send()).toEqual([]);
  expect((await outbox()).map(({ state }) => state)).toEqual(['sent', 'expired', 'expired']);
});

test.each([
  'x@y.example>',
  'a@b.example,evil@x.example',
  'a@b.example\r\nBcc: evil@x.example',
  'a@b.example\nRCPT TO:<evil@x.example>',
  '"<evil@x.example>"@b.example',
])('no email is sent to %j', async (address) => {
  await queue(emailTo(address));
  expect(await send()).toEqual([]);
  expect(await outbox()).toMatchObject([{ state: 'dropped', problem: 'no-recipient' }]);
});

test('an email to an address that needs SMTPUTF8 is sent only by a mail server that has it', async () => {
  await queue(emailTo('josé@example.test'));
  expect(await send()).toEqual([]);
  expect(await outbox()).toMatchObject([{ state: 'dropped', problem: 'no-recipient' }]);

  await queue(emailTo('josé@example.test', '2'));
  expect(await send({ carriesUtf8: true })).toMatchObject([{ to: ['josé@example.test'] }]);
});

test.each([
  'Asha\r\nBcc: evil@x.example',
  'Asha <evil@x.example>, x',
  'Asha" <evil@x.example>',
  'Asha\u0085\u2028X-Evil: 1',
])('a name cannot inject a header or a recipient: %j', async (name) => {
  await queue(emailTo('asha@example.com', '1', name));
  const [received] = await send();
  expect(received?.to).toEqual(['asha@example.com']);
  expect(received?.mail.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(received?.mail.to).toMatchObject([{ address: 'asha@example.com' }]);
  const [head = ''] = (received?.raw ?? '').split('\r\n\r\n');
  expect(head).not.toContain('evil');
  expect(received?.mail.headers.map(({ key }) => key)).not.toContain('x-evil');
});

test('an email to a user is sent to the current address', async () => {
  const { user_id: userId } = server.guest;
  await queueEmail(server.database, {
    kind: 'welcome',
    key: userId,
    to: { userId },
    payload: {},
    now: START,
  });
  const changeTo = (email: string) =>
    server.database.updateTable('app_user').set({ email }).where('id', '=', userId).execute();
  await changeTo('new@example.com');
  try {
    expect((await send())[0]?.to).toEqual(['new@example.com']);
  } finally {
    await changeTo('guest@example.com');
  }
});

test('emails are dropped when sending is switched off, and their names and addresses erased', async () => {
  await queue(emailTo('asha@example.com'));
  await send({ mailer: null });
  expect(await outbox()).toMatchObject([
    { state: 'dropped', problem: 'no-mail', to_name: null, to_address: null },
  ]);
});

test('a server that stops finishes its current email and leaves the others for the next run', async () => {
  await queue(...Array.from({ length: 3 }, (_, n) => emailTo(`asha${n}@example.com`, String(n))));
  const stopping = new AbortController();
  const real = emailDeps().mailer as Mailer;
  const mailer: Mailer = {
    send(message, signal) {
      stopping.abort();
      return real.send(message, signal);
    },
  };
  await sendEmails(emailDeps({ mailer }), stopping.signal);
  expect(mail.received).toHaveLength(1);
  expect(await send()).toHaveLength(2);
});

test('a run sends at most its limit, and the next run continues', async () => {
  await queue(...Array.from({ length: 13 }, (_, n) => emailTo(`asha${n}@example.com`, String(n))));
  await sendEmails(emailDeps(), undefined, 12);
  expect(mail.received).toHaveLength(12);
  expect(await send()).toHaveLength(1);
});

test('completed emails are deleted after half a year, and due emails are kept', async () => {
  await queue(emailTo('asha@example.com'), { ...emailTo('ravi@example.com', '2'), dueAt: START * 2 });
  await send();
  server.clock.now += 179 * 24 * 60 * MINUTE;
  await deleteOldEmails(emailDeps());
  expect(await outbox()).toHaveLength(2);
  server.clock.now += 2 * 24 * 60 * MINUTE;
  await deleteOldEmails(emailDeps());
  expect(await outbox()).toMatchObject([{ state: 'due' }]);
});

test('an email waits until its attachment is ready', async () => {
  const pdf = { filename: 'LR-1.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.7') };
  let isReady = false;
  const attachments = { paper: async (id: string) => (isReady && id === '7' ? pdf : null) };
  await queue({ ...emailTo('asha@example.com'), attachments: [{ type: 'paper', id: '7' }] });
  expect(await send({ attachments })).toEqual([]);
  isReady = true;
  server.clock.now += MINUTE;
  const [received] = await send({ attachments });
  const [file] = received?.mail.attachments ?? [];
  expect(file).toMatchObject({
    filename: 'LR-1.pdf',
    mimeType: 'application/pdf',
    disposition: 'attachment',
  });
  expect(Buffer.from(file?.content as ArrayBuffer).toString()).toBe('%PDF-1.7');
});

test('no email is sent without TLS to a mail server on another machine', async () => {
  await queue(emailTo('asha@example.com'));
  // This address reaches this machine, but the mailer does not recognise it as local.
  const elsewhere = smtpMailer({ host: '0.0.0.0', port: mail.port, secure: false, auth: null });
  const { isUnavailable } = await sendEmails(emailDeps({ mailer: elsewhere }));
  expect(isUnavailable).toBe(true);
  expect(await outbox()).toMatchObject([{ state: 'due', problem: expect.stringContaining('STARTTLS') }]);
  server.clock.now += MINUTE;
  expect(await send()).toHaveLength(1);
});
