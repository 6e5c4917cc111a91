import type { ColumnType, Kysely } from 'kysely';
import type { Schema } from '../../server/platform/database/schema.ts';

/** A file of an email in the mailbox; `content` in base64. */
export interface StoredAttachment {
  readonly filename: string;
  readonly type: string;
  readonly content: string;
}

/** An email that was sent while no mail server was configured. */
export interface MailboxMessageTable {
  /** The Message-ID: an email that is sent twice is stored once. */
  message_id: string;
  sender: string;
  recipient: string;
  subject: string;
  html: string;
  plain: string;
  attachments: ColumnType<readonly StoredAttachment[], string, string>;
  received_at: Date;
}

export type MailboxDatabase = Kysely<Schema & { mailbox_message: MailboxMessageTable }>;
