import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { EmailMessage } from '../../server/platform/mail/mailer.ts';
import { smtpUrl } from '../../server/platform/mail/mailSettings.ts';
import { mailErrorOf, smtpMailer } from '../../server/platform/mail/smtpMailer.ts';
import { START } from '../api/startServer.ts';
import { cert, key } from './certificate.ts';

/* Mail servers with authentication, at an address that the mailer does not recognise as local, so that it requires TLS. */
const ELSEWHERE = '0.0.0.0';
const USER = 'hello@litrooms.test';
const PASSWORD = 'p:ss/w@rd';

/** A sign-in or an email that the mail server has received. */
interface ServerEvent {
  readonly kind: 'sign-in' | 'email';
  readonly isEncrypted: boolean;
  readonly user: string;
}

let server: SMTPServer;
afterEach(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
    }),
);

/** Starts a mail server and returns its port and the sign-ins and emails that it receives. */
async function start(options: SMTPServerOptions): Promise<{ events: ServerEvent[]; port: number }> {
  const events: ServerEvent[] = [];
  server = new SMTPServer({
    key,
    cert,
    logger: false,
    closeTimeout: 100,
    allowInsecureAuth: true,
    onAuth({ username = '', password }, session, done) {
      events.push({ kind: 'sign-in', isEncrypted: session.secure, user: username });
      if (username === USER && password === PASSWORD) done(null, { user: username });
      else done(Object.assign(new Error('5.7.8 wrong'), { responseCode: 535 }));
    },
    onData(stream, session, done) {
      stream.resume();
      stream.once('end', () => {
        events.push({ kind: 'email', isEncrypted: session.secure, user: String(session.user) });
        done();
      });
    },
    ...options,
  });
  // A client that does not trust the certificate closes the connection.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return { events, port: (server.server.address() as AddressInfo).port };
}

const message: EmailMessage = {
  messageId: '<1@litrooms.test>',
  from: { name: 'Litrooms', address: 'hello@litrooms.test' },
  to: { name: 'Asha', address: 'asha@example.com' },
  replyTo: 'hello@litrooms.test',
  subject: 'Booked',
  html: '<p>Booked</p>',
  text: 'Booked',
  invitation: null,
  attachments: [],
  date: START,
};

/** Sends the message by the server of an SMTP_URL. Resolves with the error, or null. */
const send = (
  protocol: 'smtp' | 'smtps',
  port: number,
  { password = PASSWORD, ca = cert }: { password?: string; ca?: string | null } = {},
) =>
  smtpMailer(
    smtpUrl.parse(
      `${protocol}://${encodeURIComponent(USER)}:${encodeURIComponent(password)}@${ELSEWHERE}:${port}`,
    ),
    ca ?? undefined,
  )
    .send(message, AbortSignal.timeout(300_000))
    .then(
      () => null,
      (error: unknown) => error,
    );

test.each([
  ['STARTTLS', 'smtp', false],
  ['TLS from the first byte', 'smtps', true],
] as const)('with %s, sign-in and email are encrypted', async (_case, protocol, secure) => {
  const { events, port } = await start({ secure });
  expect(await send(protocol, port)).toBeNull();
  expect(events).toEqual([
    { kind: 'sign-in', isEncrypted: true, user: USER },
    { kind: 'email', isEncrypted: true, user: USER },
  ]);
});

test('a wrong password affects every email, and is in no error text', async () => {
  const { events, port } = await start({ secure: false });
  const error = await send('smtp', port, { password: 'not-the-password' });
  expect(error).toMatchObject({
    name: 'MailError',
    code: 'unavailable',
    reason: expect.stringMatching(/^535 AUTH/),
  });
  expect(String((error as Error).stack)).not.toContain('not-the-password');
  expect(events).toEqual([{ kind: 'sign-in', isEncrypted: true, user: USER }]);
});

test.each([
  ['offers no TLS', ['STARTTLS'], cert],
  ['has an untrusted certificate', [], null],
])('a server that %s gets neither the password nor the email', async (_case, disabledCommands, ca) => {
  const { events, port } = await start({ secure: false, disabledCommands });
  expect(await send('smtp', port, { ca })).toMatchObject({ name: 'MailError', code: 'unavailable' });
  expect(events).toEqual([]);
});

test('a server on this machine is used without TLS, also under the name localhost', async () => {
  const { events, port } = await start({
    secure: false,
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
  });
  const local = smtpMailer({ host: 'localhost', port, secure: false, auth: null });
  await local.send(message, AbortSignal.timeout(300_000));
  expect(events).toMatchObject([{ kind: 'email', isEncrypted: false }]);
});

test.each([
  [{ code: 'ESOCKET' }, 'unavailable', 'ESOCKET'],
  [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 421 }, 'unavailable', '421 RCPT TO'],
  [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550 }, 'unavailable', '550 MAIL FROM'],
  [{ command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 no such user' }, 'refused', '550 RCPT TO'],
  [{ command: 'DATA', responseCode: 500, response: '500 5.5.0 no' }, 'refused', '500 DATA'],
  [{ command: 'DATA', responseCode: 499, response: '499 no' }, 'postponed', '499 DATA'],
  [{ command: 'RCPT TO', responseCode: 554, response: '554 5.7.1 policy' }, 'postponed', '554 RCPT TO'],
  [{ command: 'RCPT TO', responseCode: 554, response: '554-5.7.1 policy' }, 'postponed', '554 RCPT TO'],
  [{}, 'postponed', 'EUNKNOWN'],
])('the error %j means: %s', (error, code, reason) => {
  expect(mailErrorOf(error)).toMatchObject({ code, reason });
});
