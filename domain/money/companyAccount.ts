/** An amount on a company's account, less its refunds, in paise. */
interface Charge {
  readonly amount: number;
}

/**
 * What is open of each charge after the transfers, which pay the oldest charges first; `credit` is what they exceed all of them by.
 * @param charges the oldest first
 * @param transferred the sum of all transfers, in paise
 */
export function allocate<Item extends Charge>(
  charges: readonly Item[],
  transferred: number,
): { readonly charges: readonly (Item & { readonly open: number })[]; readonly credit: number } {
  let rest = transferred;
  const allocated = charges.map((charge) => {
    const paid = Math.min(charge.amount, rest);
    rest -= paid;
    return { ...charge, open: charge.amount - paid };
  });
  return { charges: allocated, credit: rest };
}

/** The largest limit and transfer, in paise. */
export const MAX_ACCOUNT_PAISE = 1_000_000_000;

export const MAX_TERM_DAYS = 120;
