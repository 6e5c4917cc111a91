import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendEmails } from '../../server/email/sendEmails.ts';
import { mailerFromConfig } from '../../server/email/fromConfig.ts';
import { queueEmail } from '../../server/outbox/outbox.ts';
import { bookingFields, post, signIn } from '../api/client.ts';
import { startServer, START, type TestServer } from '../api/startServer.ts';
import { paths } from '../../contract/paths.ts';
import { SANDBOX_PATH } from '../../server/payments/provider/fromConfig.ts';
import { CONTROL_HEADER } from '../../tools/sandbox/controlRoutes.ts';
import { sandboxControlSecret } from '../../tools/sandbox/controlSecret.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const send = async () =>
  sendEmails({
    database: server.database,
    now: () => server.clock.now,
    mailer: await mailerFromConfig(server.config, server.database),
    from: server.config.mail.from,
    businessAddress: server.config.mail.businessAddress,
    business: server.config.business,
    carriesUtf8: true,
    origin: server.url,
    linkSecret: server.config.refreshTokenSecret,
    attachments: {},
    log: { warn: () => {}, error: () => {} },
  });

const page = async (path: string, headers: Record<string, string> = {}) => {
  const response = await server.app.inject({ url: path, headers: { host: 'localhost', ...headers } });
  return { status: response.statusCode, headers: response.headers, body: response.body };
};

test('without a mail server the mailbox shows an email in its list, as HTML and as text, with its attachments', async () => {
  expect((await page('/sandbox/mailbox')).body).toContain('No emails yet.');
  const member = await signIn(server, 'member');
  const fields = bookingFields(member, 2, '2025-11-25', { start: 20, end: 22 });
  expect((await post(server, paths.book, fields, { token: member.access })).status).toBe(200);
  await send();

  const list = await page('/sandbox/mailbox/');
  expect(list.headers['content-security-policy']).toContain("default-src 'none'");
  expect(list.headers['cache-control']).toBe('no-store');
  const [, link = ''] =
    /href="(\/sandbox\/mailbox\/[^"]+)"><strong>Booked: Kolam Round/.exec(list.body) ?? [];
  const email = await page(link);
  expect(email.body).toContain('sandbox="allow-popups allow-top-navigation-by-user-activation"');
  expect(email.body).toContain('booking.ics');

  const whole = await page(`${link}/html`);
  expect(whole.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  expect(whole.body).toContain('<base target="_top">');
  expect(whole.body).toContain('Your room is booked');
  expect((await page(`${link}?view=text`)).body).toContain('Paid:      1 point');
  const file = await page(`${link}/attachments/0`);
  expect(file.headers['content-disposition']).toBe('attachment; filename="booking.ics"');
  expect(file.headers['content-type']).toMatch(/^text\/calendar/);
  expect(file.body).toMatch(/^BEGIN:VCALENDAR\r\n/);

  for (const path of [`${link}/attachments/1`, `${link}/attachments/x`, '/sandbox/mailbox/none']) {
    expect((await page(path)).status, path).toBe(404);
  }
});

test('the mailbox shows the text of visitors without running it as HTML', async () => {
  const to = { name: null, address: 'asha@example.com' };
  const enquiry = {
    name: '<script>1</script>',
    email: to.address,
    phone: '1',
    enquire_for: '<img src=x onerror=1>',
  };
  expect((await post(server, paths.enquire, enquiry)).status).toBe(200);
  await queueEmail(server.database, { kind: 'password-changed', key: '1', to, payload: {}, now: START });
  await send();
  const { body } = await page('/sandbox/mailbox');
  expect(body).toContain('&lt;script&gt;1&lt;/script&gt;');
  expect(body).not.toContain('<script>');
});

test('the mailbox is served only to this machine, under a local host name', async () => {
  const statusFrom = async (remoteAddress: string, host: string) =>
    (await server.app.inject({ url: '/sandbox/mailbox', remoteAddress, headers: { host } })).statusCode;
  for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000']) {
    expect(await statusFrom('127.0.0.1', host), host).toBe(200);
  }
  expect(await statusFrom('::1', 'localhost')).toBe(200);
  expect(await statusFrom('10.0.0.5', 'localhost')).toBe(404);
  expect(await statusFrom('127.0.0.1', 'evil.example')).toBe(404);
  expect(await statusFrom('127.0.0.1', 'localhost.evil.example')).toBe(404);
});

test.each([
  ['forwarded', 'for=203.0.113.9'],
  ['x-forwarded-for', '203.0.113.9'],
  ['x-forwarded-host', 'rooms.example.com'],
  ['x-forwarded-proto', 'https'],
  ['x-forwarded-server', 'proxy'],
  ['x-real-ip', '203.0.113.9'],
  ['via', '1.1 proxy'],
  ['x-client-ip', '203.0.113.9'],
  ['true-client-ip', '203.0.113.9'],
  ['cf-connecting-ip', '203.0.113.9'],
  ['x-original-host', 'rooms.example.com'],
  ['client-ip', '203.0.113.9'],
  ['x-azure-clientip', '203.0.113.9'],
  ['fly-client-ip', '203.0.113.9'],
  ['x-nf-client-connection-ip', '203.0.113.9'],
  ['x-appengine-user-ip', '203.0.113.9'],
  ['x-vercel-forwarded-for', '203.0.113.9'],
  ['forwarded-for', '203.0.113.9'],
])(
  'neither the mailbox nor the controls of the sandbox open through a proxy that sends %s',
  async (name, value) => {
    for (const url of ['/sandbox/mailbox', '/sandbox/mailbox/mailbox.css']) {
      expect((await page(url, { [name]: value })).status, url).toBe(404);
    }
    const control = { [CONTROL_HEADER]: sandboxControlSecret(server.config.dataDir) };
    const clock = `${SANDBOX_PATH}/control/clock`;
    expect((await page(clock, control)).status).toBe(200);
    expect((await page(clock, { ...control, [name]: value })).status).not.toBe(200);
  },
);
