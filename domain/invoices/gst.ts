import { TAX_PERCENT } from '../money/pricing.ts';

/** The services accounting code of all rooms: rental of non-residential property. */
export const SAC = '997212';

/** The rate of CGST, and the equal rate of SGST, in percent of the taxable value. */
export const HALF_TAX_PERCENT = TAX_PERCENT / 2;

/**
 * Where a supply counts as made. A supply to a unit or developer in a special economic zone is inter-state, although the rooms
 * and the buyer are in one state (section 7(5)(b) of the IGST Act); every other rent is intra-state.
 */
export type SupplyKind = 'intra-state' | 'sez';

/**
 * The amounts of an invoice or credit note, in integer paise. CGST and SGST are always equal, and the first four add up to the
 * total. IGST is 0 for an intra-state supply, the other taxes are 0 for a supply to a special economic zone.
 */
export interface TaxAmounts {
  readonly taxable: number;
  readonly cgst: number;
  readonly sgst: number;
  readonly igst: number;
  readonly total: number;
}

/**
 * Splits an amount that includes tax into taxable value and taxes (rule 35 of the CGST Rules). GST returns need equal halves of
 * CGST and SGST, so each half is rounded separately and the taxable value is the rest: the total is the amount paid, to the paisa
 * (docs/decisions/0039-gst-amounts.md). For prices of whole, even rupees per hour the result is the split that the
 * checkout shows; for other prices it may move one paisa between tax and taxable value.
 */
export function taxBreakdown(totalPaise: number, supply: SupplyKind = 'intra-state'): TaxAmounts {
  if (supply === 'sez') {
    const igst = Math.round((totalPaise * TAX_PERCENT) / (100 + TAX_PERCENT));
    return { taxable: totalPaise - igst, cgst: 0, sgst: 0, igst, total: totalPaise };
  }
  const half = Math.round((totalPaise * HALF_TAX_PERCENT) / (100 + TAX_PERCENT));
  return { taxable: totalPaise - 2 * half, cgst: half, sgst: half, igst: 0, total: totalPaise };
}

/**
 * The amounts of a credit note for `paise` of an invoice. Earlier credit notes have credited `creditedBefore` paise of it. The
 * credit notes for a whole invoice add up to exactly its amounts.
 */
export function creditNoteBreakdown(
  paise: number,
  creditedBefore: number,
  supply: SupplyKind = 'intra-state',
): TaxAmounts {
  const before = taxBreakdown(creditedBefore, supply);
  const after = taxBreakdown(creditedBefore + paise, supply);
  return {
    taxable: after.taxable - before.taxable,
    cgst: after.cgst - before.cgst,
    sgst: after.sgst - before.sgst,
    igst: after.igst - before.igst,
    total: paise,
  };
}
