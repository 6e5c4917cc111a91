import type { DeskTaxDocument } from '../../../contract/desk/invoices.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { Booker, Simulation } from '../simulation.ts';

/** How an invoice is corrected. */
export const corrections = ['once', 'by two managers at once', 'twice by one manager'] as const;

export interface Correction {
  readonly hasGstin: boolean;
  readonly how: (typeof corrections)[number];
}

/**
 * Replaces the first of the documents that can be corrected by an invoice with another buyer. Of two managers who do it concurrently
 * with other details only one may succeed; one who repeats the call issues one invoice.
 */
export async function replaceInvoice(
  simulation: Simulation,
  documents: readonly DeskTaxDocument[] = [],
  { hasGstin, how }: Correction,
): Promise<void> {
  const invoice = documents.find(({ correction }) => correction !== null);
  if (!invoice) return;
  const [one, other] = simulation.clerks as [Booker, Booker];
  const send = async (clerk: Booker, company_name: string): Promise<boolean> => {
    const response = await simulation.post(clerk, deskPaths.correctInvoice, {
      invoice_id: invoice.id,
      company_name,
      address: '12, North Mada Street, Chennai 600004',
      gstin: hasGstin ? '27AAPFU0939F1ZV' : '',
      reason: 'Entered wrongly',
    });
    if (response?.status === 200) simulation.count('invoice corrected');
    return response?.status === 200;
  };
  const name = `Traders after ${invoice.number}`;
  const made = await Promise.all([
    send(one, name),
    ...(how === 'by two managers at once' ? [send(other, `${name}, others`)] : []),
    ...(how === 'twice by one manager' ? [send(one, name)] : []),
  ]);
  if (how === 'by two managers at once' && !made.includes(false))
    simulation.violations.push('two managers replaced one invoice');
}
