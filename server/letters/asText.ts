import { brand } from '../../domain/brand.ts';
import type { Block, LetterContent } from './content.ts';

const WIDTH = 72;

/** Breaks a paragraph into lines; a longer word, a link say, has a line of its own. */
function wrapped(text: string, indent = ''): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== '' && indent.length + line.length + 1 + word.length > WIDTH) {
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
  if ('text' in block) return wrapped(block.text);
  if ('facts' in block) {
    const width = Math.max(...block.facts.map(([name]) => name.length)) + 2;
    return block.facts
      .map(([name, value]) => `${`${name}:`.padEnd(width)}${linesOf(value).join(`\n${' '.repeat(width)}`)}`)
      .join('\n');
  }
  if ('action' in block) return `${block.action}:\n${block.href}`;
  if ('quote' in block) {
    return linesOf(block.quote)
      .map((line) => wrapped(line, '> '))
      .join('\n');
  }
  return wrapped(block.small);
}

/** A letter as plain text, with everything that its HTML says. */
export function asText({ heading, greeting, blocks }: LetterContent, origin: string): string {
  const parts = [
    heading,
    ...(greeting === null ? [] : [greeting]),
    ...blocks.map(blockText),
    `-- \n${brand.name} · ${brand.tagline}\n${brand.contact.phone}\n${origin}/`,
  ];
  return `${parts.join('\n\n')}\n`;
}
