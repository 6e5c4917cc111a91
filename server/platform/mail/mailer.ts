import type { Mailbox } from './mailSettings.ts';

export interface Attachment {
  readonly filename: string;
  readonly type: string;
  readonly content: Buffer;
}

/** A calendar invitation. `method` is also a parameter of the message part; without it mail programs ignore the invitation. */
export interface Invitation {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly content: string;
}

/** A composed email, ready to be sent. */
export interface EmailMessage {
  /** The same at every attempt to send the email. */
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
 * Why a message was not sent: 'refused' permanently by the recipient's mail server; 'postponed', which concerns only this
 * message; or 'unavailable', when no message can be sent at the moment. `reason` is a code without personal data.
 */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly code: 'refused' | 'postponed' | 'unavailable';
  readonly reason: string;

  constructor(code: MailError['code'], reason: string) {
    super(`${code}: ${reason}`);
    this.code = code;
    this.reason = reason;
  }
}

/** Sends messages. A message is sent again when the response of the mail server was lost. */
export interface Mailer {
  /** Throws a `MailError`, also when `signal` is aborted. */
  send(message: EmailMessage, signal: AbortSignal): Promise<void>;
}
