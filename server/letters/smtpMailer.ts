import { BlockList, isIPv6 } from 'node:net';
import { createTransport } from 'nodemailer';
import { MailError, type Mailer, type Message } from './mailer.ts';
import type { SmtpServer } from './mailSettings.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** True for a mail server on this machine, the only one that is used without TLS. */
const isLocal = (host: string): boolean =>
  host === 'localhost' || loopback.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');

/** The limits of each step, in milliseconds; together they are shorter than the lease of a job. */
const LIMITS = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** An error of nodemailer: `responseCode` and `response` are the server's, `command` is what it responded to. */
interface SendError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** nodemailer's codes for a server that cannot be reached, understood or signed in to. */
const NO_SERVER = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EPROTOCOL',
  'EAUTH',
  'ENOAUTH',
  'EABORT',
]);

/** The server closes the connection; the message is not at fault. */
const CLOSING = 421;

/**
 * What an error means. A permanent refusal (5xx) of the recipient or of the content ends this message; that of the sender or of
 * the sign-in concerns every message. A refusal by policy (5.7.x) may be mended by the operator, so the message is
 * tried again.
 */
export function mailErrorOf(error: unknown): MailError {
  const { code = 'EUNKNOWN', command = '', responseCode, response = '' } = error as SendError;
  const reason = responseCode === undefined ? code : `${responseCode} ${command}`;
  if (NO_SERVER.has(code) || responseCode === CLOSING || command === 'MAIL FROM') {
    return new MailError('away', reason);
  }
  const isPermanent = (responseCode ?? 0) >= 500 && !/^\d{3}[ -]5\.7\./.test(response);
  return new MailError(isPermanent ? 'refused' : 'postponed', reason);
}

const calendarPart = ({ invitation }: Message) =>
  invitation === null
    ? {}
    : {
        icalEvent: {
          method: invitation.method,
          content: invitation.content,
          filename: invitation.method === 'CANCEL' ? 'cancelled.ics' : 'booking.ics',
        },
      };

/**
 * Sends by a mail server, over TLS unless it is on this machine. The recipient is given as one object and in the envelope of its
 * own: nodemailer reads a text as a list of addresses, which a line break in a name could extend.
 * @param ca the only authority to trust, as PEM; when left out, those that Node.js trusts
 */
export function smtpMailer({ host, port, secure, auth }: SmtpServer, ca?: string): Mailer {
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: !secure && !isLocal(host),
    ignoreTLS: isLocal(host),
    ...(auth && { auth }),
    ...(ca !== undefined && { tls: { ca } }),
    ...LIMITS,
  });
  return {
    async send(message, signal) {
      const { from, to, replyTo, date, messageId, subject, html, text, attachments } = message;
      try {
        await transport.sendMail({
          messageId,
          date: new Date(date),
          from: { ...from },
          to: { name: to.name ?? '', address: to.address },
          replyTo: { name: '', address: replyTo },
          envelope: { from: from.address, to: [to.address] },
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          attachments: attachments.map(({ filename, type, content }) => ({
            filename,
            contentType: type,
            content,
          })),
          ...calendarPart(message),
          disableFileAccess: true,
          disableUrlAccess: true,
          signal,
        });
      } catch (error) {
        throw signal.aborted ? new MailError('away', 'aborted') : mailErrorOf(error);
      }
    },
  };
}
