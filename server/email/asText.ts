import { brand } from '../../domain/content/brand.ts';
import type { Block, EmailContent, Sender } from './content.ts';

const LINE_WIDTH = 72;

/** Wraps a paragraph. A word that is longer than a line, such as a link, gets a separate line. */
function wrapText(text: string, indent = ''): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== '' && indent.length + line.length + 1 + word.length > LINE_WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].map((part) => `${indent}${part}`).join('\n');
}

const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);

function blockText(block: Block): string {
  if ('text' in block) return wrapText(block.text);
  if ('facts' in block) {
    const width = Math.max(...block.facts.map(([name]) => name.length)) + 2;
    return block.facts
      .map(([name, value]) => `${`${name}:`.padEnd(width)}${linesOf(value).join(`\n${' '.repeat(width)}`)}`)
      .join('\n');
  }
  if ('action' in block) return `${block.action}:\n${block.href}`;
  if ('link' in block) return `${block.link}:\n${block.href}`;
  if ('quote' in block) {
    return linesOf(block.quote)
      .map((line) => wrapText(line, '> '))
      .join('\n');
  }
  return wrapText(block.small);
}

/** An email as plain text, with the same content as its HTML. */
export function asText({ heading, greeting, blocks }: EmailContent, { origin, business }: Sender): string {
  const parts = [
    heading,
    ...(greeting === null ? [] : [greeting]),
    ...blocks.map(blockText),
    [
      '-- ',
      `${brand.name} · ${brand.tagline}`,
      business.name,
      business.address,
      `${business.phone} · ${business.email}`,
      `${origin}/`,
    ].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}
