import type { Selectable } from 'kysely';
import { brand } from '../../domain/content/brand.ts';
import { dateAt, longDate, timeAt } from '../../domain/time/calendar.ts';
import { escapeHtml } from '../../domain/text/escapeHtml.ts';
import type { MailboxMessageTable } from './tables.ts';

type StoredEmail = Selectable<MailboxMessageTable>;
/** As the list shows it. */
export type EmailSummary = Pick<StoredEmail, 'message_id' | 'recipient' | 'subject' | 'received_at'>;

const dateText = (instant: Date): string =>
  `${longDate(dateAt(instant.getTime()))}, ${timeAt(instant.getTime())}`;

interface Frame {
  readonly base: string;
  readonly title: string;
  readonly emails: readonly EmailSummary[];
  readonly open: string | null;
  readonly main: string;
}

/** Needs no script. */
function page({ base, title, emails, open, main }: Frame): string {
  const items = emails.map(
    ({ message_id: id, subject, recipient, received_at }) =>
      `<li><a href="${base}/${encodeURIComponent(id)}"${id === open ? ' aria-current="page"' : ''}><strong>${escapeHtml(subject)}</strong><span>To ${escapeHtml(recipient)}</span><span>${dateText(received_at)}</span></a></li>`,
  );
  const list = emails.length === 0 ? '<p class="none">No emails yet.</p>' : `<ul>${items.join('')}</ul>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/mailbox.css">
</head>
<body class="${open === null ? 'list' : 'open'}">
<a class="skip" href="#email">Skip to the email</a>
<header>
<div><h1>Mailbox</h1>
<p>Emails that ${escapeHtml(brand.name)} would have sent. Without a mail server they stay on this machine. Set SMTP_URL to send them.</p></div>
<a class="button" href="">Check for new emails</a>
</header>
<main class="columns">
<nav aria-label="Emails">${list}</nav>
<div id="email" tabindex="-1">${main}</div>
</main>
</body>
</html>
`;
}

export const listPage = (base: string, emails: readonly EmailSummary[]): string =>
  page({
    base,
    title: 'Mailbox',
    emails,
    open: null,
    main: `<p class="empty">${emails.length === 0 ? 'Register, send an enquiry or book a room: the email appears here within seconds.' : 'Choose an email to read it.'}</p>`,
  });

const headerList = (entries: readonly (readonly [string, string])[]): string =>
  `<dl class="facts">${entries.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`;

/** Its HTML in a separate frame, or its plain text. */
export function emailPage(
  base: string,
  emails: readonly EmailSummary[],
  email: StoredEmail,
  view: 'html' | 'text',
): string {
  const { message_id: id, subject, sender, recipient, received_at, plain, attachments } = email;
  const emailUrl = `${base}/${encodeURIComponent(id)}`;
  const viewLink = (name: 'html' | 'text', label: string): string =>
    `<li><a class="button" href="${emailUrl}?view=${name}"${view === name ? ' aria-current="true"' : ''}>${label}</a></li>`;
  const files = attachments.map(
    ({ filename }, n) =>
      `<li><a class="button" href="${emailUrl}/attachments/${n}" download>${escapeHtml(filename)}</a></li>`,
  );
  return page({
    base,
    title: `${subject} – Mailbox`,
    emails,
    open: id,
    main: `<a class="button back" href="${base}">All emails</a>
<article aria-labelledby="subject">
<h2 id="subject">${escapeHtml(subject)}</h2>
${headerList([
  ['From', sender],
  ['To', recipient],
  ['Sent', dateText(received_at)],
])}
${files.length === 0 ? '' : `<ul class="row" aria-label="Attachments">${files.join('')}</ul>`}
<ul class="row" aria-label="View">${viewLink('html', 'Email')}${viewLink('text', 'Plain text')}</ul>
${
  view === 'html'
    ? `<iframe title="${escapeHtml(subject)}" src="${emailUrl}/html" sandbox="allow-popups allow-top-navigation-by-user-activation"></iframe>`
    : `<pre tabindex="0" aria-label="Plain text">${escapeHtml(plain)}</pre>`
}
</article>`,
  });
}

/** Links open outside the frame. */
export const emailDocument = (html: string): string => html.replace(/<head>/i, '<head><base target="_top">');
