import { BlockList, isIPv6 } from 'node:net';
import { createTransport } from 'nodemailer';
import { headerText } from './headerText.ts';
import { MailError, type Mailer, type EmailMessage } from './mailer.ts';
import type { SmtpServer } from './mailSettings.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** True for a mail server on this machine, which may be used without TLS. */
const isLocal = (host: string): boolean =>
  host === 'localhost' || loopback.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');

/** Of the steps, in milliseconds; their sum is shorter than the lease of a job. */
const TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** An error of nodemailer. `responseCode` and `response` are from the server; `command` is the command that it responded to. */
interface SendError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** nodemailer's codes for failures of the connection, the protocol or the authentication. */
const UNAVAILABLE_CODES = new Set([
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

/** Of a server that closes the connection; the message is not the cause. */
const SERVICE_CLOSING = 421;

/**
 * Converts an error of nodemailer. A permanent rejection (5xx) of the recipient or of the content is final for this message; a
 * rejection of the sender or of the authentication concerns all messages. The operator may be able to fix the cause of a
 * rejection by policy (5.7.x), so the message is tried again.
 */
export function mailErrorOf(error: unknown): MailError {
  const { code = 'EUNKNOWN', command = '', responseCode, response = '' } = error as SendError;
  const reason = responseCode === undefined ? code : `${responseCode} ${command}`;
  if (UNAVAILABLE_CODES.has(code) || responseCode === SERVICE_CLOSING || command === 'MAIL FROM') {
    return new MailError('unavailable', reason);
  }
  const isPermanent = (responseCode ?? 0) >= 500 && !/^\d{3}[ -]5\.7\./.test(response);
  return new MailError(isPermanent ? 'refused' : 'postponed', reason);
}

const calendarPart = ({ invitation }: EmailMessage) =>
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
 * Creates a mailer that sends by SMTP, over TLS unless the server is on this machine. The recipient is passed as one object and
 * in an explicit envelope, because nodemailer parses a string as a list of addresses, so a name could add recipients.
 * @param ca the certificate authority to trust, as PEM; when left out, those that Node.js trusts
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
    ...TIMEOUTS,
  });
  return {
    async send(message, signal) {
      const { from, to, replyTo, date, messageId, subject, html, text, attachments } = message;
      try {
        await transport.sendMail({
          messageId,
          date: new Date(date),
          from: { name: headerText(from.name), address: from.address },
          to: { name: headerText(to.name ?? ''), address: to.address },
          replyTo: { name: '', address: replyTo },
          envelope: { from: from.address, to: [to.address] },
          subject: headerText(subject),
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
        throw signal.aborted ? new MailError('unavailable', 'aborted') : mailErrorOf(error);
      }
    },
  };
}
