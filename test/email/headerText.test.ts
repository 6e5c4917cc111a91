import { expect, test } from 'vitest';
import { smtpMailer } from '../../server/platform/mail/smtpMailer.ts';
import { startMailServer } from './mailServer.ts';

const ENCODED = '=?utf-8?q?Your_refund?=';

test('an encoded word in a name or a subject is shown as it was typed, and not decoded', async () => {
  const server = await startMailServer();
  try {
    const mailer = smtpMailer({ host: 'localhost', port: server.port, secure: false, auth: null });
    const message = {
      messageId: '<1@litrooms.test>',
      from: { name: 'Litrooms', address: 'hello@litrooms.test' },
      to: { name: `${ENCODED} Raman`, address: 'asha@example.com' },
      replyTo: 'desk@litrooms.test',
      subject: `Enquiry from ${ENCODED}`,
      html: '<p>Hello</p>',
      text: 'Hello',
      invitation: null,
      attachments: [],
      date: Date.parse('2025-11-21T04:40:00Z'),
    };
    await mailer.send(message, new AbortController().signal);
    const { mail } = server.received[0] as (typeof server.received)[number];
    expect(mail.subject).toBe('Enquiry from = ?utf-8?q?Your_refund?=');
    expect(mail.to?.[0]?.name).toBe('= ?utf-8?q?Your_refund?= Raman');
  } finally {
    await server.stop();
  }
});
