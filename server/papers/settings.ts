import type { PaperKind } from '../../contract/papers.ts';
import { ROOM_STATE } from '../../domain/gstStates.ts';

/** The business as it is printed on papers. Its state is the state of the rooms (docs/decisions/0038-gst-papers.md). */
export interface Seller {
  readonly name: string;
  readonly address: string;
  readonly gstin: string;
}

/** The settings for issuing papers. */
export interface PaperSettings {
  readonly seller: Seller;
  /** Whether papers are marked DEMO and numbered in separate series, because the seller or the payments are not real. */
  readonly isDemo: boolean;
  /** The prefix of the numbers of each kind. */
  readonly series: Readonly<Record<PaperKind, string>>;
}

/** The series of demo papers. A real series must not use these prefixes. */
export const DEMO_SERIES: Readonly<Record<PaperKind, string>> = { invoice: 'DM', 'credit-note': 'DMC' };

/** A fictitious business with a PAN that is not assigned. */
export const DEMO_SELLER: Seller = {
  name: 'Litrooms Demo Private Limited',
  address: '27, Kadal House, Dr. Radhakrishnan Salai, Mylapore, Chennai 600004',
  gstin: `${ROOM_STATE}AAAAA0000A1Z9`,
};
