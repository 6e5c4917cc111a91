import { z } from 'zod';
import { brand } from '../../domain/brand.ts';
import { isMailable } from '../../domain/email.ts';

/** A name and an address of `domain/email.ts`. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** The mail server to send by. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (smtps). */
  readonly secure: boolean;
  /** Null for a server that asks for no sign-in. */
  readonly auth: { readonly user: string; readonly pass: string } | null;
}

/** How letters are sent. */
export interface MailSettings {
  /** 'mailbox': letters land in a local mailbox; 'none': no letter is sent. */
  readonly by: SmtpServer | 'mailbox' | 'none';
  readonly from: Mailbox;
  /** Where the business reads: enquiries go there, and replies to letters. */
  readonly business: string;
}

const URL_FORM = 'must be smtp://user:password@host:587 or smtps://user:password@host:465';

/** Parses a mail server's URL; null when it is none, or says more than how to reach and sign in to it. */
function parseSmtpUrl(text: string): SmtpServer | null {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (hostname === '' || pathname.length > 1 || search !== '' || hash !== '') return null;
  if ((username === '') !== (password === '')) return null;
  const secure = protocol === 'smtps:';
  try {
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (secure ? 465 : 587) : Number(port),
      secure,
      auth:
        username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    };
  } catch {
    return null;
  }
}

/** A mail server by its URL. The message never quotes the value, which has a password. */
export const smtpUrl = z.string().transform((text, context) => {
  const server = parseSmtpUrl(text);
  if (server !== null) return server;
  context.addIssue({ code: 'custom', message: URL_FORM });
  return z.NEVER;
});

/** 'Litrooms <hello@example.com>', or the address alone. */
export const mailbox = z.string().transform((text, context): Mailbox => {
  const [, name = brand.name, bracketed] = /^([^<>"\\\p{Cc}]+?)\s*<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const address = bracketed ?? text.trim();
  if (isMailable(address)) return { name, address };
  context.addIssue({ code: 'custom', message: 'must be an address such as Litrooms <hello@example.com>' });
  return z.NEVER;
});

export const mailAddress = z.string().trim().refine(isMailable, 'must be an e-mail address');

/** The sender while none is configured: only the local mailbox reads it. */
const DEFAULT_FROM: Mailbox = { name: brand.name, address: brand.contact.email };

interface MailVariables {
  readonly SMTP_URL?: SmtpServer | undefined;
  readonly MAIL_FROM?: Mailbox | undefined;
  readonly ENQUIRIES_TO?: string | undefined;
  readonly ALLOW_NO_MAIL: boolean;
}

/** The settings that the variables say: without a mail server letters stay on this machine, in production there are none. */
export function mailSettings(variables: MailVariables): MailSettings {
  const { SMTP_URL, MAIL_FROM: from = DEFAULT_FROM, ENQUIRIES_TO: business = from.address } = variables;
  return { by: SMTP_URL ?? (variables.ALLOW_NO_MAIL ? 'none' : 'mailbox'), from, business };
}
