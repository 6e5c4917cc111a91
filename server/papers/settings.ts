import type { PaperKind } from '../../contract/invoices/papers.ts';
import { builtBusiness, demoDetails, type Business } from '../../domain/content/business.ts';
import { currentBusiness } from '../business/business.ts';
import type { Database, Tx } from '../database/schema.ts';

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

/** The seller of the demo: a fictitious business with a PAN that is not assigned. */
export const DEMO_SELLER: Seller = {
  name: builtBusiness.name,
  address: builtBusiness.address,
  gstin: builtBusiness.gstin,
};

/** What the environment decides about papers. `movesMoney`: the payments are real. `realSeries`: the prefixes of real papers. */
export interface PaperNumbering {
  readonly movesMoney: boolean;
  readonly realSeries: Readonly<Record<PaperKind, string>>;
}

/** The paper settings of the environment, which apply until an owner enters the details of the business. */
export interface PaperConfig extends PaperSettings, PaperNumbering {}

/**
 * Papers are real only when the seller is not that of the demo and real money moves: an invoice for a sandbox payment must not use
 * a number of the real series.
 */
export function paperSettings({ movesMoney, realSeries }: PaperNumbering, business: Business): PaperSettings {
  const { name, address, gstin } = business;
  const isDemo = !movesMoney || demoDetails({ ...business, phone: '', email: '' }).length > 0;
  return { seller: { name, address, gstin }, isDemo, series: isDemo ? DEMO_SERIES : realSeries };
}

/** The settings for papers that are issued now, with the business that an owner has entered at the desk (decision 0133). */
export const currentPaperSettings = async (
  database: Database | Tx,
  { papers, business }: { readonly papers: PaperConfig; readonly business: Business },
): Promise<PaperSettings> => paperSettings(papers, await currentBusiness(database, business));
