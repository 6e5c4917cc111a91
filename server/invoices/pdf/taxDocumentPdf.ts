import { once } from 'node:events';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import Pdf from 'pdfkit';
import type { TaxDocumentContent } from '../../../contract/invoices/taxDocuments.ts';
import { brand } from '../../../domain/content/brand.ts';
import { instantOf } from '../../../domain/time/calendar.ts';
import { printedTaxDocument, type PrintedFact } from '../printedTaxDocument.ts';
import type { Weight } from './fontFiles.ts';
import { isRightToLeft, type Run, runsOf, textWidth, widthOf, wrapText } from './lines.ts';

/* Lengths are in points, 72 to an inch. A4 is 595 by 842. */
const MARGIN = 48;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - MARGIN;
/** Multiple of the font size. The marks of Tamil and Devanagari need more height than Latin letters. */
const LEADING = 1.55;
const INK = '#1c2624';
const SOFT = '#5b6664';
const RULE = '#c9d1cf';
const DEMO_INK = '#b3261e';

interface Style {
  readonly size: number;
  readonly weight: Weight;
  readonly color: string;
}
const BODY: Style = { size: 10, weight: 400, color: INK };
const STRONG: Style = { ...BODY, weight: 700 };
const LABEL: Style = { size: 8.5, weight: 400, color: SOFT };
const TITLE: Style = { size: 20, weight: 700, color: INK };
const NAME: Style = { size: 12, weight: 700, color: INK };

/** Scripts of India, whose glyphs differ from the letters in order and number. */
const INDIAN = /[\u{0900}-\u{0DFF}\u{AAE0}-\u{AAFF}\u{ABC0}-\u{ABFF}]/u;

/** True for a run whose letters a PDF reader cannot get from the glyphs. It then needs the text in addition. */
const needsText = ({ text }: Run): boolean => INDIAN.test(text);

/** Writes text on pages from top to bottom. */
class Sheet {
  readonly #document: PDFKit.PDFDocument;
  readonly #registered = new Set<string>();
  y = MARGIN;

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
  }

  newPage(): void {
    this.#document.addPage();
    this.y = MARGIN;
  }

  /** Begins a new page when less than `height` points are left. */
  ensure(height: number): void {
    if (this.y + height > BOTTOM) this.newPage();
  }

  #draw({ face, text }: Run, x: number, baseline: number, { size, color }: Style): void {
    if (!this.#registered.has(face.name)) {
      // `registerFont` also accepts a parsed font, which its types omit.
      this.#document.registerFont(face.name, face.font as unknown as Buffer);
      this.#registered.add(face.name);
    }
    this.#document
      .font(face.name)
      .fontSize(size)
      .fillColor(color)
      .text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
  }

  /** Writes one line at the current position and does not move down. */
  line(text: string, x: number, style: Style): void {
    const baseline = this.y + style.size * 1.1;
    // The runs of a line with right-to-left words are in visual order, so the reader gets the whole line in reading order.
    const isReordered = isRightToLeft(text);
    let left = x;
    if (isReordered) this.#document.markContent('Span', { actual: text });
    for (const run of runsOf(text, style.weight)) {
      const isMarked = !isReordered && needsText(run);
      if (isMarked) this.#document.markContent('Span', { actual: run.text });
      this.#draw(run, left, baseline, style);
      if (isMarked) this.#document.endMarkedContent();
      left += widthOf(run, style.size);
    }
    if (isReordered) this.#document.endMarkedContent();
  }

  rightLine(text: string, right: number, style: Style): void {
    this.line(text, right - textWidth(text, style.weight, style.size), style);
  }

  /** Writes a paragraph that is wrapped to a width, and moves down. */
  paragraph(text: string, x: number, width: number, style: Style): void {
    for (const line of wrapText(text, style.weight, style.size, width)) {
      this.ensure(style.size * LEADING);
      this.line(line, x, style);
      this.y += style.size * LEADING;
    }
  }

  rule(): void {
    this.#document
      .moveTo(MARGIN, this.y)
      .lineTo(MARGIN + WIDTH, this.y)
      .lineWidth(0.7)
      .strokeColor(RULE)
      .stroke();
  }

  /** Writes a label and its value at the right side, and moves down. */
  amount([label, value]: PrintedFact, style: Style): void {
    this.ensure(style.size * LEADING);
    this.line(label, MARGIN + WIDTH * 0.55, style);
    this.rightLine(value, MARGIN + WIDTH, style);
    this.y += style.size * LEADING;
  }
}

function write(sheet: Sheet, content: TaxDocumentContent): void {
  const taxDocument = printedTaxDocument(content);
  if (taxDocument.demo !== null) {
    sheet.paragraph(taxDocument.demo, MARGIN, WIDTH, { ...TITLE, size: 14, color: DEMO_INK });
    sheet.y += 6;
  }
  sheet.paragraph(taxDocument.title, MARGIN, WIDTH, TITLE);
  sheet.y += 4;
  for (const [label, value] of taxDocument.facts) {
    sheet.line(label, MARGIN, { ...BODY, color: SOFT });
    sheet.paragraph(value, MARGIN + 130, WIDTH - 130, STRONG);
  }
  for (const [heading, party] of [
    ['From', taxDocument.seller],
    ['To', taxDocument.buyer],
  ] as const) {
    sheet.y += 14;
    sheet.ensure(48);
    sheet.paragraph(heading, MARGIN, WIDTH, LABEL);
    sheet.paragraph(party.name, MARGIN, WIDTH, NAME);
    for (const line of party.lines) sheet.paragraph(line, MARGIN, WIDTH, BODY);
  }
  sheet.y += 18;
  sheet.ensure(90);
  sheet.line('Description', MARGIN, LABEL);
  sheet.line('SAC', MARGIN + WIDTH * 0.68, LABEL);
  sheet.rightLine('Taxable value', MARGIN + WIDTH, LABEL);
  sheet.y += LABEL.size * LEADING;
  sheet.rule();
  sheet.y += 6;
  sheet.line(taxDocument.item.sac, MARGIN + WIDTH * 0.68, BODY);
  sheet.rightLine(taxDocument.item.amount, MARGIN + WIDTH, BODY);
  for (const [n, line] of taxDocument.item.lines.entries()) {
    sheet.paragraph(line, MARGIN, WIDTH * 0.64, n === 0 ? STRONG : BODY);
  }
  sheet.y += 6;
  sheet.rule();
  sheet.y += 8;
  for (const fact of taxDocument.totals) sheet.amount(fact, BODY);
  sheet.y += 4;
  sheet.amount(taxDocument.total, { ...STRONG, size: 13 });
  sheet.y += 18;
  for (const note of taxDocument.notes) sheet.paragraph(note, MARGIN, WIDTH, { ...BODY, color: SOFT });
}

/** An empty document of A4 pages. `date`: the IST date of its metadata. */
function newDocument(title: string, author: string, date: string): PDFKit.PDFDocument {
  const madeAt = new Date(instantOf(date, 0));
  return new Pdf({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    lang: 'en-IN',
    displayTitle: true,
    info: {
      Title: title,
      Author: author,
      Creator: brand.name,
      Producer: brand.name,
      CreationDate: madeAt,
      ModDate: madeAt,
    },
  });
}

/**
 * A tax document as PDF (A4). The same content results in the same bytes, because all dates in the file are the tax document's
 * date. A PDF takes tens of milliseconds of CPU, the first one longer.
 */
export function taxDocumentPdf(content: TaxDocumentContent): Promise<Buffer> {
  const title = `${printedTaxDocument(content).title} ${content.number}`;
  const document = newDocument(title, content.seller.name, content.date);
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
    write(new Sheet(document), content);
    document.end();
  });
}

/**
 * Several tax documents as one PDF with an outline of their numbers. Each tax document starts on a new page. The generator yields
 * the file in parts while it draws, so that neither all tax documents nor the whole file are in memory. Other work of the process
 * runs between two tax documents. `date`: the IST date of the file's metadata.
 */
export async function* taxDocumentsPdf(
  taxDocuments: AsyncIterable<TaxDocumentContent>,
  { title, date }: { readonly title: string; readonly date: string },
): AsyncGenerator<Buffer> {
  const document = newDocument(title, brand.name, date);
  const sheet = new Sheet(document);
  let parts: Buffer[] = [];
  const drawn = (): Buffer => {
    const part = Buffer.concat(parts);
    parts = [];
    return part;
  };
  document.on('data', (part: Buffer) => parts.push(part));
  let isFirst = true;
  for await (const content of taxDocuments) {
    if (!isFirst) sheet.newPage();
    isFirst = false;
    document.outline.addItem(`${printedTaxDocument(content).title} ${content.number}`);
    write(sheet, content);
    await yieldToEventLoop();
    if (parts.length > 0) yield drawn();
  }
  const ended = once(document, 'end');
  document.end();
  await ended;
  yield drawn();
}
