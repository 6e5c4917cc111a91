import type { Database } from '../../server/database/schema.ts';
import type { Mailer, Message } from '../../server/letters/mailer.ts';
import type { KeptAttachment, MailboxDatabase } from './tables.ts';

const kept = (filename: string, type: string, content: Buffer): KeptAttachment => ({
  filename,
  type,
  content: content.toString('base64'),
});

const attachmentsOf = ({ attachments, invitation }: Message): KeptAttachment[] => [
  ...(invitation === null
    ? []
    : [
        kept(
          invitation.method === 'CANCEL' ? 'cancelled.ics' : 'booking.ics',
          `text/calendar; charset=utf-8; method=${invitation.method}`,
          Buffer.from(invitation.content),
        ),
      ]),
  ...attachments.map(({ filename, type, content }) => kept(filename, type, content)),
];

/** Keeps letters in the database instead of sending them; the mailbox shows them. */
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
