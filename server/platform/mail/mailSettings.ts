import { z } from 'zod';
import { brand } from '../../../domain/content/brand.ts';
import { hasAsciiLocalPart, isMailable, normalEmail } from '../../../domain/account/email.ts';

/** A name and an address of `domain/account/email.ts`. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** A mail server for sending. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (smtps). */
  readonly secure: boolean;
  /** Null for a server without authentication. */
  readonly auth: { readonly user: string; readonly pass: string } | null;
}

/** How emails are sent. */
export interface MailSettings {
  /** 'mailbox': emails are stored in the local mailbox; 'none': no emails are sent. */
  readonly transport: SmtpServer | 'mailbox' | 'none';
  readonly from: Mailbox;
  /** Whether mail can be sent to addresses with other letters than ASCII before the @: the mail server has SMTPUTF8 (RFC 6531). */
  readonly carriesUtf8: boolean;
  /** Of the business, for enquiries and for replies to emails. */
  readonly businessAddress: string;
}

/** True for an address to which the mail server can send. */
export const canMail = (email: string, { carriesUtf8 }: Pick<MailSettings, 'carriesUtf8'>): boolean =>
  isMailable(email) && (carriesUtf8 || hasAsciiLocalPart(email));

const URL_FORMAT = 'must be smtp://user:password@host:587 or smtps://user:password@host:465';

/** Parses the URL of a mail server. Returns null for any other URL, and for a URL with a path, a query or a fragment. */
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

/** The error message does not quote SMTP_URL, which contains a password. */
export const smtpUrl = z.string().transform((text, context) => {
  const server = parseSmtpUrl(text);
  if (server !== null) return server;
  context.addIssue({ code: 'custom', message: URL_FORMAT });
  return z.NEVER;
});

/** 'Litrooms <hello@example.com>', or only the address. */
export const mailbox = z.string().transform((text, context): Mailbox => {
  const [, name = brand.name, bracketedAddress] =
    /^([^<>"\\\p{Cc}]+?)\s*<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const address = normalEmail(bracketedAddress ?? text);
  if (isMailable(address)) return { name, address };
  context.addIssue({ code: 'custom', message: 'must be an address such as Litrooms <hello@example.com>' });
  return z.NEVER;
});

export const mailAddress = z.string().overwrite(normalEmail).refine(isMailable, 'must be an email address');

/** Only the local mailbox shows it. */
const DEFAULT_FROM: Mailbox = { name: brand.name, address: brand.contact.email };

/** Variables whose address a mail server without SMTPUTF8 cannot carry. */
export const notCarriedAddresses = (variables: MailVariables): ('MAIL_FROM' | 'ENQUIRIES_TO')[] => {
  const { carriesUtf8, from, businessAddress } = mailSettings(variables);
  if (carriesUtf8) return [];
  return [
    ...(hasAsciiLocalPart(from.address) ? [] : (['MAIL_FROM'] as const)),
    ...(variables.ENQUIRIES_TO === undefined || hasAsciiLocalPart(businessAddress)
      ? []
      : (['ENQUIRIES_TO'] as const)),
  ];
};

interface MailVariables {
  readonly SMTP_URL?: SmtpServer | undefined;
  readonly MAIL_FROM?: Mailbox | undefined;
  readonly ENQUIRIES_TO?: string | undefined;
  readonly ALLOW_NO_MAIL: boolean;
  readonly SMTP_UTF8: boolean;
}

/** Without a mail server, emails go to the local mailbox, or nowhere with ALLOW_NO_MAIL. */
export function mailSettings(variables: MailVariables): MailSettings {
  const {
    SMTP_URL,
    MAIL_FROM: from = DEFAULT_FROM,
    ENQUIRIES_TO: businessAddress = from.address,
  } = variables;
  const carriesUtf8 = SMTP_URL === undefined || variables.SMTP_UTF8;
  return {
    carriesUtf8,
    transport: SMTP_URL ?? (variables.ALLOW_NO_MAIL ? 'none' : 'mailbox'),
    from,
    businessAddress,
  };
}
