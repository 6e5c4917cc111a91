import type { Database } from '../../server/platform/database/schema.ts';
import type { Mailer, EmailMessage } from '../../server/platform/mail/mailer.ts';
import type { StoredAttachment, MailboxDatabase } from './tables.ts';

const storedAttachment = (filename: string, type: string, content: Buffer): StoredAttachment => ({
  filename,
  type,
  content: content.toString('base64'),
});

const attachmentsOf = ({ attachments, invitation }: EmailMessage): StoredAttachment[] => [
  ...(invitation === null
    ? []
    : [
        storedAttachment(
          invitation.method === 'CANCEL' ? 'cancelled.ics' : 'booking.ics',
          `text/calendar; charset=utf-8; method=${invitation.method}`,
          Buffer.from(invitation.content),
        ),
      ]),
  ...attachments.map(({ filename, type, content }) => storedAttachment(filename, type, content)),
];

/** A mailer that stores emails in the database instead of sending them; the mailbox shows them. */
export const mailboxMailer = (database: Database): Mailer => ({
  async send(message) {
    const { messageId, from, to, subject, html, text, date } = message;
    await (database as unknown as MailboxDatabase)
      .insertInto('mailbox_message')
      .values({
        message_id: messageId.slice(1, -1),
        sender: `${from.name} <${from.address}>`,
        recipient: to.name === null ? to.address : `${to.name} <${to.address}>`,
        subject,
        html,
        plain: text,
        attachments: JSON.stringify(attachmentsOf(message)),
        received_at: new Date(date),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
});
