import type { TaxDocumentContent } from '../../contract/invoices/taxDocuments.ts';
import { escapeHtml } from '../../domain/text/escapeHtml.ts';
import { printedTaxDocument, type PrintedFact } from './printedTaxDocument.ts';

const STYLES = `
  @page { size: A4; margin: 16mm }
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #1c2624; background: #fff; line-height: 1.6;
    font-family: 'Noto Sans', 'Noto Sans Tamil', 'Noto Sans Devanagari', 'Nirmala UI', 'Tamil Sangam MN', 'Kohinoor Devanagari',
      system-ui, sans-serif; overflow-wrap: anywhere }
  h1 { margin: 0 0 0.5rem; font-size: 1.75rem }
  h2 { margin: 1.5rem 0 0; font-size: 0.8125rem; font-weight: 400; color: #4f5a58 }
  p { margin: 0 } .name { font-weight: 700; font-size: 1.125rem }
  .demo { color: #b3261e; font-weight: 700; font-size: 1.25rem }
  dl { display: grid; grid-template-columns: 11rem 1fr; gap: 0 1rem; margin: 0 } dd { margin: 0; font-weight: 700 } dt { color: #4f5a58 }
  table { width: 100%; margin: 1.5rem 0; border-collapse: collapse } th { text-align: start; font-weight: 400; color: #4f5a58 }
  td, th { padding: 0.375rem 0; vertical-align: top } thead th, tbody td { border-bottom: 1px solid #c9d1cf }
  .amount { text-align: end } .amount, .sac { white-space: nowrap } .sac { padding-inline: 1rem } .total { font-weight: 700; font-size: 1.125rem }
  .notes { color: #4f5a58 }
  @media print { body { margin: 0; padding: 0; max-width: none } }`;

const fact = ([label, value]: PrintedFact): string =>
  `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`;

const lines = (texts: readonly string[]): string =>
  texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('');

const party = (heading: string, { name, lines: rest }: { name: string; lines: readonly string[] }): string =>
  `<h2>${heading}</h2><p class="name">${escapeHtml(name)}</p>${lines(rest)}`;

const amountRow = ([label, value]: PrintedFact, className = ''): string =>
  `<tr${className && ` class="${className}"`}><th scope="row" colspan="2">${escapeHtml(label)}</th><td class="amount">${escapeHtml(value)}</td></tr>`;

/**
 * A tax document as an HTML page to print, with the same text as the PDF. The page has no script, link or URL, so that the site can
 * show it from the bytes of a response.
 */
export function printPage(content: TaxDocumentContent): string {
  const taxDocument = printedTaxDocument(content);
  return `<!doctype html>
<html lang="en-IN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${escapeHtml(`${taxDocument.title} ${content.number}`)}</title><style>${STYLES}</style></head>
<body><main>${taxDocument.demo === null ? '' : `<p class="demo">${escapeHtml(taxDocument.demo)}</p>`}
<h1>${escapeHtml(taxDocument.title)}</h1>
<dl>${taxDocument.facts.map(fact).join('')}</dl>
${party('From', taxDocument.seller)}
${party('To', taxDocument.buyer)}
<table><thead><tr><th scope="col">Description</th><th scope="col" class="sac">SAC</th><th scope="col" class="amount">Taxable value</th></tr></thead>
<tbody><tr><td>${lines(taxDocument.item.lines)}</td><td class="sac">${escapeHtml(taxDocument.item.sac)}</td><td class="amount">${escapeHtml(taxDocument.item.amount)}</td></tr></tbody>
<tfoot>${taxDocument.totals.map((row) => amountRow(row)).join('')}${amountRow(taxDocument.total, 'total')}</tfoot></table>
<div class="notes">${lines(taxDocument.notes)}</div>
</main></body></html>
`;
}
