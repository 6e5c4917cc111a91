import type { Mailbox } from './mailSettings.ts';

/** A file of a letter. */
export interface Attachment {
  readonly filename: string;
  /** Its media type. */
  readonly type: string;
  readonly content: Buffer;
}

/** A calendar invitation; `method` is also that of its part of the message, without which calendars ignore it. */
export interface Invitation {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly content: string;
}

/** A letter as it is sent. */
export interface Message {
  /** The same at every attempt to send the letter. */
  readonly messageId: string;
  readonly from: Mailbox;
  readonly to: { readonly name: string | null; readonly address: string };
  readonly replyTo: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly invitation: Invitation | null;
  readonly attachments: readonly Attachment[];
  /** When it is sent, milliseconds since 1970. */
  readonly date: number;
}

/**
 * Why a message was not sent: 'refused' for good by the recipient's mail server; 'postponed' for now, this message alone;
 * 'away' when no message can be sent at present. `reason` is a code without personal data.
 */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly code: 'refused' | 'postponed' | 'away';
  readonly reason: string;

  constructor(code: MailError['code'], reason: string) {
    super(`${code}: ${reason}`);
    this.code = code;
    this.reason = reason;
  }
}

/** Sends messages. A message may be sent again after its response was lost. */
export interface Mailer {
  /** Throws a `MailError`, also when `signal` is aborted. */
  send(message: Message, signal: AbortSignal): Promise<void>;
}
