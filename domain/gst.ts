import { TAX_PERCENT } from './pricing.ts';

/** The services accounting code of all rooms: rental of non-residential property. */
export const SAC = '997212';

/** CGST, and SGST as well, in percent of the taxable value. */
export const HALF_TAX_PERCENT = TAX_PERCENT / 2;

/** The amounts of a tax paper, in integer paise. CGST and SGST are always equal, and all three add up to the total. */
export interface TaxAmounts {
  readonly taxable: number;
  readonly cgst: number;
  readonly sgst: number;
  readonly total: number;
}

/**
 * Splits what was charged, tax included, into taxable value, CGST and SGST (rule 35 of the CGST Rules). Returns are
 * filed with equal halves, so each half is rounded for itself, and the taxable value is the rest: the total is what the
 * customer paid, to the paisa (docs/decisions/0039-equal-tax-halves.md). For prices of whole, even rupees per hour it
 * is the split that the checkout shows; for others it may move one paisa between tax and taxable value.
 */
export function taxBreakdown(totalPaise: number): TaxAmounts {
  const half = Math.round((totalPaise * HALF_TAX_PERCENT) / (100 + TAX_PERCENT));
  return { taxable: totalPaise - 2 * half, cgst: half, sgst: half, total: totalPaise };
}

/**
 * The amounts of a credit note for `paise` of an invoice, `creditedBefore` of which earlier credit notes have given
 * back. Credit notes for all of an invoice add up to exactly its amounts.
 */
export function creditNoteBreakdown(paise: number, creditedBefore: number): TaxAmounts {
  const before = taxBreakdown(creditedBefore);
  const after = taxBreakdown(creditedBefore + paise);
  return {
    taxable: after.taxable - before.taxable,
    cgst: after.cgst - before.cgst,
    sgst: after.sgst - before.sgst,
    total: paise,
  };
}
