/** The share of the open hours above which staff should look at who holds it. */
const LARGE_SHARE = 0.1;

export interface HeldShare {
  /** 'less than 1%', or a whole percentage. */
  readonly percent: string;
  /** It is unusually large. */
  readonly isLarge: boolean;
}

/** The share of the open slots of some days that is held without a payment. */
export function heldShare({
  slots,
  openSlots,
}: {
  readonly slots: number;
  readonly openSlots: number;
}): HeldShare {
  const share = slots / Math.max(openSlots, 1);
  return {
    percent: share < 0.01 ? 'less than 1%' : `${Math.round(share * 100)}%`,
    isLarge: share > LARGE_SHARE,
  };
}
