import type { BillingDetails } from '../../contract/invoices/billing.ts';
import type { RatedTimes } from '../../contract/rooms/rates.ts';
import type { TaxDocumentContent, RoomSupply } from '../../contract/invoices/taxDocuments.ts';
import { addressLine } from '../../domain/rooms/addressLine.ts';
import { fullName } from '../../domain/account/fullName.ts';
import { HALF_TAX_PERCENT, SAC, type SupplyKind, type TaxAmounts } from '../../domain/invoices/gst.ts';
import { GST_STATES, isStateCode, ROOM_STATE, type StateCode } from '../../domain/invoices/gstStates.ts';
import { oneLine, printable } from '../../domain/text/printable.ts';
import { invoiceNameProblem } from '../../domain/text/printedLetters.ts';
import { ratedRanges, subtotalOf } from '../../domain/money/rates.ts';
import { parseRupees, rupeesAmount, TAX_PERCENT, withTax } from '../../domain/money/pricing.ts';
import { addDays } from '../../domain/time/calendar.ts';
import { slotTime } from '../../domain/time/slots.ts';
import { ratedTimesResponse } from '../rooms/prices.ts';
import { addressOf } from '../rooms/rooms.ts';
import type {
  AccountFacts,
  CreditNoteFacts,
  InvoiceFacts,
  PointsFacts,
  SeriesLine,
} from '../platform/database/taxDocumentFacts.ts';
import type { TaxDocumentSettings } from '../platform/config/taxDocumentConfig.ts';

const stateOf = (code: StateCode) => ({ code, name: GST_STATES[code] });

const printedAmounts = ({ taxable, cgst, sgst, igst, total }: TaxAmounts): TaxDocumentContent['amounts'] => ({
  taxable: rupeesAmount(taxable),
  cgst: rupeesAmount(cgst),
  sgst: rupeesAmount(sgst),
  ...(igst > 0 && { igst: rupeesAmount(igst) }),
  total: rupeesAmount(total),
});

/**
 * The name of a customer on an invoice. A name with letters that no font has is refused before the order; one that was entered
 * between the order and the payment is replaced by the email address, because the invoice cannot be changed later.
 */
function customerName({ firstName, lastName, email = null }: InvoiceFacts['customer']): string {
  const names = [fullName(firstName, lastName), email ?? ''].map(printable);
  return names.find((name) => name !== '' && invoiceNameProblem(name) === null) ?? 'Customer';
}

/** A buyer with billing details. */
export const billingBuyer = ({
  company_name: name,
  address,
  gstin,
  state,
  sez,
}: BillingDetails): TaxDocumentContent['buyer'] => ({
  name,
  address: address === '' ? null : address,
  gstin: gstin === '' ? null : gstin,
  state: isStateCode(state) ? stateOf(state) : null,
  ...(sez && { sez: true as const }),
});

/** A company with its billing details, or the customer's name. */
function buyerOf({
  billing,
  customer,
}: Pick<InvoiceFacts, 'billing' | 'customer'>): TaxDocumentContent['buyer'] {
  if (billing === null) {
    return { name: customerName(customer), address: null, gstin: null, state: null };
  }
  const { name, address, gstin, state, isSez } = billing;
  return {
    name,
    address,
    gstin,
    state: state !== null && isStateCode(state) ? stateOf(state) : null,
    ...(isSez && { sez: true as const }),
  };
}

type Supply = TaxDocumentContent['supply'];

type Rental = Pick<SeriesLine, 'room' | 'day' | 'startSlot' | 'endSlot' | 'slotPrices'>;

/** Nothing when the prices do not add up to the amount, as after an offer of the provider. */
function ratesOfTimes({ startSlot, slotPrices }: Rental, amountPaise: number): { rates?: RatedTimes[] } {
  if (!slotPrices) return {};
  const ranges = ratedRanges(startSlot, slotPrices);
  const subtotal = ranges.reduce((sum, range) => sum + subtotalOf(range), 0);
  return withTax(subtotal).total === amountPaise ? { rates: ranges.map(ratedTimesResponse) } : {};
}

/** Room and times of a booking or of a date of a series. */
const rentalOf = (facts: Rental) => ({
  room_name: facts.room.name,
  room_address: oneLine(addressLine(addressOf(facts.room))),
  date: facts.day,
  start_time: slotTime(facts.startSlot),
  end_time: slotTime(facts.endSlot),
  hours: (facts.endSlot - facts.startSlot) / 2,
});

const seriesLine = (line: SeriesLine): NonNullable<RoomSupply['dates']>[number] => ({
  booking_id: line.bookingId,
  ...rentalOf(line),
  ...ratesOfTimes(line, line.amountPaise),
  amount: rupeesAmount(line.amountPaise),
});

/**
 * The rent of a room, the bookings of a company, or points. `soldId`: the id of the booking, of the company or of the purchase; `date`:
 * that of the invoice.
 */
function supplyOf(
  facts: InvoiceFacts | PointsFacts | AccountFacts,
  {
    soldId,
    date,
    totalPaise,
  }: { readonly soldId: string; readonly date: string; readonly totalPaise: number },
): Supply {
  if (facts.of === 'account') {
    const { of, month, termDays, dates } = facts;
    const lines = dates.map((line) => ({
      ...seriesLine(line),
      ...(line.isDifference && { difference: true as const }),
    }));
    return { sac: SAC, of, company_id: soldId, month, due: addDays(date, termDays), dates: lines };
  }
  if (facts.of === 'points') return { sac: SAC, of: 'points', purchase_id: soldId, points: facts.points };
  const supply = { sac: SAC, of: facts.of, booking_id: soldId, ...rentalOf(facts) } as const;
  if (!facts.dates) return { ...supply, ...(facts.of === 'booking' && ratesOfTimes(facts, totalPaise)) };
  const dates = facts.dates.map(seriesLine);
  return { ...supply, hours: dates.reduce((sum, { hours }) => sum + hours, 0), dates };
}

/** That of the invoice, or the date of a series whose price is refunded. */
function creditedSupply(invoiced: Supply, { bookingId }: CreditNoteFacts): Supply {
  if (invoiced.of === 'points') return invoiced;
  if (invoiced.of === 'account') {
    const dates = invoiced.dates.filter(({ booking_id }) => booking_id === bookingId);
    return { ...invoiced, dates: dates.length > 0 ? dates : invoiced.dates };
  }
  const { dates, rates: _rates, ...supply } = invoiced;
  const line = dates?.find(({ booking_id }) => booking_id === bookingId);
  if (!line) return dates ? { ...supply, dates } : supply;
  const { amount: _price, rates: _dateRates, ...date } = line;
  return { ...supply, ...date };
}

interface PrintedNumber {
  readonly number: string;
  /** IST date, 'YYYY-MM-DD'. */
  readonly date: string;
  readonly amounts: TaxAmounts;
}

const ratesOf = (supply: SupplyKind): TaxDocumentContent['rates'] =>
  supply === 'sez'
    ? { cgst: 0, sgst: 0, igst: TAX_PERCENT }
    : { cgst: HALF_TAX_PERCENT, sgst: HALF_TAX_PERCENT };

/** Where the supply of an invoice counts as made. */
export const invoiceSupply = ({ billing }: Pick<InvoiceFacts, 'billing'>): SupplyKind =>
  billing?.isSez ? 'sez' : 'intra-state';

/** Where the supply of an issued tax document counts as made. */
export const issuedSupply = ({ buyer }: Pick<TaxDocumentContent, 'buyer'>): SupplyKind =>
  buyer.sez ? 'sez' : 'intra-state';

export const invoiceContent = (
  { seller, isDemo }: TaxDocumentSettings,
  facts: InvoiceFacts | PointsFacts | AccountFacts,
  { number, date, amounts }: PrintedNumber,
  { soldId, paymentId }: { readonly soldId: string; readonly paymentId: string },
): TaxDocumentContent => ({
  version: 1,
  kind: 'invoice',
  demo: isDemo,
  number,
  date,
  invoice: null,
  reason: null,
  seller: { ...seller, state: stateOf(ROOM_STATE) },
  buyer: buyerOf(facts),
  place_of_supply: stateOf(ROOM_STATE),
  reverse_charge: false,
  supply: supplyOf(facts, { soldId, date, totalPaise: amounts.total }),
  rates: ratesOf(invoiceSupply(facts)),
  amounts: printedAmounts(amounts),
  payment_id: paymentId,
});

/**
 * The content of a credit note: the parties and the supply of its invoice, and the refunded amounts. It is a demo tax document if
 * its invoice is one.
 */
export const creditNoteContent = (
  invoice: TaxDocumentContent,
  facts: CreditNoteFacts,
  { number, date, amounts }: PrintedNumber,
): TaxDocumentContent => ({
  ...invoice,
  replaces: undefined,
  credited_before: undefined,
  kind: 'credit-note',
  number,
  date,
  invoice: { number: invoice.number, date: invoice.date },
  reason: facts.reason,
  supply: creditedSupply(invoice.supply, facts),
  amounts: printedAmounts(amounts),
});

/** The credit note for what is left of a wrong invoice, which `by` replaces. */
export const correctingNoteContent = (
  wrong: TaxDocumentContent,
  { number, date, amounts }: PrintedNumber,
  by: Pick<PrintedNumber, 'number' | 'date'>,
): TaxDocumentContent => {
  const { replaces: _replaces, credited_before: _before, ...invoice } = wrong;
  return {
    ...invoice,
    kind: 'credit-note',
    number,
    date,
    invoice: { number: wrong.number, date: wrong.date },
    reason: 'corrected',
    replaced_by: { number: by.number, date: by.date },
    amounts: printedAmounts(amounts),
  };
};

/** The invoice that replaces a wrong one: the same seller, supply and payment, and the right buyer. */
export const correctedContent = (
  wrong: TaxDocumentContent,
  {
    buyer,
    numbered: { number, date, amounts },
    creditNote,
    creditedBefore,
  }: {
    readonly buyer: TaxDocumentContent['buyer'];
    readonly numbered: PrintedNumber;
    readonly creditNote: string;
    /** In paise. */
    readonly creditedBefore: number;
  },
): TaxDocumentContent => {
  const before = creditedBefore + (parseRupees(wrong.credited_before ?? '0') ?? 0);
  return {
    ...wrong,
    number,
    date,
    buyer,
    replaces: { number: wrong.number, date: wrong.date, credit_note: creditNote },
    ...(before > 0 && { credited_before: rupeesAmount(before) }),
    rates: ratesOf(buyer.sez ? 'sez' : 'intra-state'),
    amounts: printedAmounts(amounts),
  };
};

/**
 * For lists of many tax documents. It is not validated: that would take longer than everything else, and the server has written
 * and hashed the content.
 */
export const storedContent = (text: string): TaxDocumentContent => JSON.parse(text) as TaxDocumentContent;

const BUYER_NAME = /"buyer": ?\{[^{}]*?"name": ?("(?:[^"\\]|\\.)*")/;

/**
 * The buyer's name in a stored content. Parsing all contents of a month, here or in the database, takes longer than everything
 * else that a list needs. A name cannot look like this part of the content, because its quotes are escaped.
 */
export const storedBuyerName = (text: string): string =>
  JSON.parse(BUYER_NAME.exec(text)?.[1] ?? JSON.stringify(storedContent(text).buyer.name)) as string;
