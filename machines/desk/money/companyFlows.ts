import type * as api from '../../../contract/desk/money/companies.ts';
import type { CamelCased } from '../../../domain/text/camelCased.ts';
import { resourceFlow } from '../../engine/resource/resourceFlow.ts';
import { reasonRequired, staffForm } from '../staffForm.ts';

type InPaise<Value, Amounts extends string> = Omit<CamelCased<Value>, Amounts> & {
  readonly [Name in Amounts]: number;
};
/** Amounts are in paise. */
export type CompanyInList = InPaise<api.CompanyInList, 'open' | 'limit'>;
export type OpenCharge = InPaise<api.Company['charges'][number], 'open' | 'amount'>;
export type CompanyTransfer = InPaise<api.Company['transfers'][number], 'amount'>;
export type CompanyTaxDocument = InPaise<api.Company['papers'][number], 'amount'>;
export type CompanyMember = CamelCased<api.Company['members'][number]>;
export type Company = Omit<
  InPaise<api.Company, 'open' | 'limit' | 'charged' | 'returned' | 'transferred'>,
  'charges' | 'transfers' | 'papers' | 'toInvoice'
> & {
  readonly papers: readonly CompanyTaxDocument[];
  readonly toInvoice: { readonly month: string; readonly amount: number } | null;
  readonly charges: readonly OpenCharge[];
  readonly transfers: readonly CompanyTransfer[];
};

/** Promises reject with a Failure. */
interface Needs {
  readonly companies: {
    companies(signal: AbortSignal): Promise<readonly CompanyInList[]>;
    company(id: string, signal: AbortSignal): Promise<Company>;
  };
}

/** Companies whose people book on account. */
export const companyFlows = [
  resourceFlow(
    'companies',
    { needs: ['companies'], shows: ['companies', 'money', 'bookings'] },
    ({ companies }: Needs, _key, signal) => companies.companies(signal),
  ),
  /** The key is the company's id. */
  resourceFlow(
    'company',
    { needs: ['companies'], shows: ['companies', 'money', 'bookings', 'invoices'] },
    ({ companies }: Needs, id, signal) => companies.company(id, signal),
    ({ isIssuing }) => isIssuing,
  ),
  staffForm({
    id: 'saveCompany',
    area: 'companies',
    call: 'save',
    labels: {
      name: 'Name on the invoice',
      address: 'Address',
      gstin: 'GSTIN',
      sez: 'Special economic zone',
      email: 'Email for the invoices',
      limit: 'Limit, in rupees',
      termDays: 'Days to pay',
      closed: 'Account',
    },
    required: {
      name: 'Enter the name',
      address: 'Enter the address',
      email: 'Enter the address that gets the invoices',
      limit: 'Enter the limit, 0 for none',
      termDays: 'Enter the days',
    },
    doneText: 'The company is saved',
    record: {} as Company,
    changes: ['companies'],
  }),
  staffForm({
    id: 'addCompanyMember',
    area: 'companies',
    call: 'addMember',
    labels: { email: 'Customer' },
    required: { email: 'Choose the customer' },
    doneText: 'The person can book on account',
    changes: ['companies'],
  }),
  staffForm({
    id: 'removeCompanyMember',
    area: 'companies',
    call: 'removeMember',
    labels: { reason: 'Reason' },
    required: reasonRequired,
    doneText: 'The person no longer books on account',
    record: {} as CompanyMember,
    changes: ['companies'],
  }),
  staffForm({
    id: 'recordTransfer',
    area: 'companies',
    call: 'recordTransfer',
    labels: { receivedOn: 'Received on', amount: 'Amount, in rupees', reference: 'Bank reference' },
    required: {
      receivedOn: 'Enter the day',
      amount: 'Enter the amount',
      reference: 'Enter the reference of the transfer',
    },
    doneText: 'The transfer is recorded',
    changes: ['companies', 'money'],
  }),
  staffForm({
    id: 'removeTransfer',
    area: 'companies',
    call: 'removeTransfer',
    labels: { reason: 'Reason' },
    required: reasonRequired,
    doneText: 'The transfer is removed',
    record: {} as CompanyTransfer,
    changes: ['companies', 'money'],
  }),
  staffForm({
    id: 'invoiceCompany',
    area: 'companies',
    call: 'invoice',
    labels: { month: 'Month' },
    required: {},
    doneText: 'The invoice is being issued',
    isOpen: true,
    changes: ['companies', 'invoices'],
  }),
] as const;
