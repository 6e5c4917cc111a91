import type { PaperKind } from '../../contract/papers.ts';
import { ROOM_STATE } from '../../domain/gstStates.ts';

/** The business as it is printed on papers. Its state is the rooms' (docs/decisions/0038-gst-papers.md). */
export interface Seller {
  readonly name: string;
  readonly address: string;
  readonly gstin: string;
}

/** How papers are issued. */
export interface PaperSettings {
  readonly seller: Seller;
  /** Papers say DEMO and have series of their own: the details are the demo's, or no real money moves. */
  readonly isDemo: boolean;
  /** What the numbers of each kind begin with. */
  readonly series: Readonly<Record<PaperKind, string>>;
}

/** The series of demo papers. No real series may be one of them. */
export const DEMO_SERIES: Readonly<Record<PaperKind, string>> = { invoice: 'DM', 'credit-note': 'DMC' };

/** A business that does not exist, under a PAN that nobody has. */
export const DEMO_SELLER: Seller = {
  name: 'Litrooms Demo Private Limited',
  address: '27, Kadal House, Dr. Radhakrishnan Salai, Mylapore, Chennai 600004',
  gstin: `${ROOM_STATE}AAAAA0000A1Z9`,
};
