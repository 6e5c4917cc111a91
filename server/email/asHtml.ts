import { brand } from '../../domain/content/brand.ts';
import { escapeHtml } from '../../domain/text/escapeHtml.ts';
import { dark, light } from './colours.ts';
import type { Block, EmailContent, Sender } from './content.ts';

const NBSP = '\u{A0}';
/** In a clock time or a phone number, which must not be broken over two lines. */
const UNBREAKABLE_SPACES = /(?<=\d:\d\d) (?=[AP]M\b)|(?<=\+91[\d ]*) (?=\d)/g;
const escape = (text: string): string => escapeHtml(text).replace(UNBREAKABLE_SPACES, NBSP);
const withBreaks = (text: string): string => escape(text).replace(/\r\n|\r|\n/g, '<br>');

const TEXT = "font-family:Figtree,'Segoe UI',system-ui,Arial,sans-serif;";
const DISPLAY = "font-family:Fraunces,Georgia,'Times New Roman',serif;";

const paragraph = (style: string, className: string, content: string): string =>
  `<p class="${className}" style="${TEXT}margin:0 0 16px;${style}">${content}</p>`;

/** Characters of a fact's name that leave enough room for the value on a phone. Longer names wrap. */
const MAX_NOWRAP_LENGTH = 10;

function blockHtml(block: Block): string {
  if ('text' in block) {
    return paragraph(`font-size:16px;line-height:1.6;color:${light.text};`, 'text', escape(block.text));
  }
  if ('facts' in block) {
    const rows = block.facts.map(
      ([name, value]) =>
        `<tr><th class="soft" scope="row" align="left" valign="top" style="${TEXT}padding:6px 16px 6px 0;font-size:14px;line-height:1.5;font-weight:400;color:${light.soft};white-space:${name.length > MAX_NOWRAP_LENGTH ? 'normal' : 'nowrap'};">${escape(name)}</th>` +
        `<td class="text" valign="top" style="${TEXT}padding:6px 0;font-size:16px;line-height:1.45;font-weight:600;word-break:break-word;overflow-wrap:anywhere;color:${light.text};">${withBreaks(value)}</td></tr>`,
    );
    return `<table class="panel" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;background:${light.panel};border-radius:12px;"><tr><td style="padding:14px 20px;"><table cellpadding="0" cellspacing="0">${rows.join('')}</table></td></tr></table>`;
  }
  if ('action' in block) {
    return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:4px 0 20px;"><tr><td class="button" style="border-radius:999px;background:${light.primary};"><a class="button" href="${escape(block.href)}" style="${TEXT}display:inline-block;border-radius:999px;padding:14px 28px;font-size:16px;line-height:1.25;font-weight:650;color:${light.onPrimary};text-decoration:none;">${escape(block.action)}</a></td></tr></table>`;
  }
  if ('link' in block) {
    return paragraph(
      `font-size:14px;line-height:1.5;color:${light.soft};`,
      'soft',
      `<a class="soft" href="${escape(block.href)}" style="color:${light.soft};text-decoration:underline;">${escape(block.link)}</a>`,
    );
  }
  if ('quote' in block) {
    return `<blockquote class="panel text" style="${TEXT}margin:0 0 20px;padding:14px 20px;background:${light.panel};border-radius:12px;font-size:16px;line-height:1.55;color:${light.text};">${withBreaks(block.quote)}</blockquote>`;
  }
  return paragraph(`font-size:14px;line-height:1.5;color:${light.soft};`, 'soft', escape(block.small));
}

const darkRules = [
  `.page{background:${dark.page}!important}`,
  `.paper{background:${dark.paper}!important;border-color:${dark.line}!important}`,
  `.panel{background:${dark.panel}!important}`,
  `.text{color:${dark.text}!important}`,
  `.soft{color:${dark.soft}!important}`,
  `.button{background:${dark.primary}!important;color:${dark.onPrimary}!important}`,
].join('');

/**
 * An email as an HTML document. It uses tables and inline styles, because mail programs remove most other styles, and no pictures,
 * scripts or external files. Mail programs that support it show a dark scheme if the reader prefers one.
 */
export function asHtml(
  { subject, preview, heading, greeting, blocks }: EmailContent,
  { origin, business }: Sender,
): string {
  const body = blocks.map(blockHtml).join('\n');
  const greetingHtml =
    greeting === null
      ? ''
      : paragraph(`font-size:16px;line-height:1.6;color:${light.text};`, 'text', escape(greeting));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>
@media (prefers-color-scheme: dark) { ${darkRules} }
@media (max-width: 480px) { .inner { padding: 24px 20px 12px !important } }
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.page};">
<div style="display:none;max-height:0;overflow:hidden;">${escape(preview)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${light.page};">
<tr><td align="center" style="padding:24px 12px 40px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;">
<tr><td class="text" style="${DISPLAY}padding:0 4px 16px;font-size:22px;line-height:1.2;font-weight:560;color:${light.primary};"><a class="text" href="${escape(origin)}/" style="color:${light.primary};text-decoration:none;">${escape(brand.name)}</a></td></tr>
<tr><td class="paper inner" style="padding:32px 32px 16px;background:${light.paper};border:1px solid ${light.line};border-radius:16px;">
<h1 class="text" style="${DISPLAY}margin:0 0 16px;font-size:26px;line-height:1.2;font-weight:560;color:${light.text};">${escape(heading)}</h1>
${greetingHtml}
${body}
</td></tr>
<tr><td class="soft" style="${TEXT}padding:20px 4px 0;font-size:13px;line-height:1.5;color:${light.soft};">${escape(brand.name)} · ${escape(brand.tagline)}<br>${escape(`${business.name}, ${business.address}`)}<br>${escape(business.phone)} · ${escape(business.email)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}
