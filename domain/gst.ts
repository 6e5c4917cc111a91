import { TAX_PERCENT } from './pricing.ts';

/** The services accounting code of all rooms: rental of non-residential property. */
export const SAC = '997212';

/** The rate of CGST, and the equal rate of SGST, in percent of the taxable value. */
export const HALF_TAX_PERCENT = TAX_PERCENT / 2;

/**
 * The amounts of an invoice or credit note, in integer paise. CGST and SGST are always equal, and the first three add up to the
 * total.
 */
export interface TaxAmounts {
  readonly taxable: number;
  readonly cgst: number;
  readonly sgst: number;
  readonly total: number;
}

/**
 * Splits an amount that includes tax into taxable value, CGST and SGST (rule 35 of the CGST Rules). GST returns need equal
 * halves, so each half is rounded separately and the taxable value is the rest: the total is the amount paid, to the paisa
 * (docs/decisions/0039-equal-tax-halves.md). For prices of whole, even rupees per hour the result is the split that the
 * checkout shows; for other prices it may move one paisa between tax and taxable value.
 */
export function taxBreakdown(totalPaise: number): TaxAmounts {
  const half = Math.round((totalPaise * HALF_TAX_PERCENT) / (100 + TAX_PERCENT));
  return { taxable: totalPaise - 2 * half, cgst: half, sgst: half, total: totalPaise };
}

/**
 * The amounts of a credit note for `paise` of an invoice. Earlier credit notes have credited `creditedBefore` paise of it. The
 * credit notes for a whole invoice add up to exactly its amounts.
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
