import type { TaxDocumentKind } from '../../../contract/invoices/taxDocuments.ts';
import { builtBusiness, demoDetails, type Business } from '../../../domain/content/business.ts';

/** The business as it is printed. Its state is the state of the rooms. */
export interface Seller {
  readonly name: string;
  readonly address: string;
  readonly gstin: string;
}

export interface TaxDocumentSettings {
  readonly seller: Seller;
  /** Whether tax documents are marked DEMO and numbered in separate series, because the seller or the payments are not real. */
  readonly isDemo: boolean;
  /** Prefix of the numbers of each kind. */
  readonly series: Readonly<Record<TaxDocumentKind, string>>;
}

/** A real series must not use these prefixes. */
export const DEMO_SERIES: Readonly<Record<TaxDocumentKind, string>> = { invoice: 'DM', 'credit-note': 'DMC' };

/** A fictitious business with a PAN that is not assigned. */
export const DEMO_SELLER: Seller = {
  name: builtBusiness.name,
  address: builtBusiness.address,
  gstin: builtBusiness.gstin,
};

/** From the environment. `movesMoney`: the payments are real. `realSeries`: the prefixes of real tax documents. */
export interface TaxDocumentNumbering {
  readonly movesMoney: boolean;
  readonly realSeries: Readonly<Record<TaxDocumentKind, string>>;
}

/** Apply until an owner enters the details of the business. */
export interface TaxDocumentConfig extends TaxDocumentSettings, TaxDocumentNumbering {}

/**
 * Tax documents are real only when the seller is not that of the demo and real money moves: an invoice for a sandbox payment must
 * not use a number of the real series.
 */
export function taxDocumentSettings(
  { movesMoney, realSeries }: TaxDocumentNumbering,
  business: Business,
): TaxDocumentSettings {
  const { name, address, gstin } = business;
  const isDemo = !movesMoney || demoDetails({ ...business, phone: '', email: '' }).length > 0;
  return { seller: { name, address, gstin }, isDemo, series: isDemo ? DEMO_SERIES : realSeries };
}
