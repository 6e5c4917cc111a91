import type { AccountSupply, TaxDocumentContent, RoomSupply } from '../../contract/invoices/taxDocuments.ts';
import { bookingReference } from '../../domain/bookings/bookingReference.ts';
import { longDate, monthText } from '../../domain/time/calendar.ts';
import { deskMethodNames, deskMethodOf } from '../../domain/money/deskPayment.ts';
import { stateText, type StateCode } from '../../domain/invoices/gstStates.ts';
import { pointsText } from '../../domain/money/points.ts';
import { paiseOf, parseRupees, rupees } from '../../domain/money/pricing.ts';
import { clockTime, hoursText, parseSlotTime } from '../../domain/time/slots.ts';

/** A label and its value. */
export type PrintedFact = readonly [label: string, value: string];

/** A tax document as text, in reading order. The PDF and the page print the same text. */
export interface PrintedTaxDocument {
  readonly title: string;
  /** Heading of a demo tax document; null for a real one. */
  readonly demo: string | null;
  readonly facts: readonly PrintedFact[];
  readonly seller: { readonly name: string; readonly lines: readonly string[] };
  readonly buyer: { readonly name: string; readonly lines: readonly string[] };
  readonly item: { readonly lines: readonly string[]; readonly sac: string; readonly amount: string };
  readonly totals: readonly PrintedFact[];
  readonly total: PrintedFact;
  readonly notes: readonly string[];
}

const money = (amount: string): string => rupees(parseRupees(amount) ?? 0, 'always');

const time = (text: string): string => clockTime(parseSlotTime(text) ?? 0);

const REASONS = {
  cancelled: 'The booking was cancelled.',
  moved: 'The booking was moved to a time or room that costs less, or made shorter.',
  provider: 'The amount was refunded.',
  desk: 'The amount was refunded.',
  corrected: 'The details of the customer on the invoice were wrong. A new invoice replaces it.',
  dispute: 'The payment was disputed, and the bank returned the amount.',
} as const;

/** Required by rule 46 of the CGST Rules. */
const SEZ_NOTE =
  'Supply to SEZ unit or SEZ developer for authorised operations on payment of integrated tax.';

const optional = (label: string, value: string | null): string[] => (value === null ? [] : [label + value]);

const rentalText = ({
  room_name,
  date,
  start_time,
  end_time,
}: Pick<RoomSupply, 'room_name' | 'date' | 'start_time' | 'end_time'>): string =>
  `${room_name}, ${longDate(date)}, ${time(start_time)} to ${time(end_time)}`;

/** One line for each price per hour. */
const rateLines = ({ rates = [] }: Pick<RoomSupply, 'rates'>): string[] =>
  rates.map(
    ({ start_time, end_time, price_per_hour }) =>
      `${time(start_time)} to ${time(end_time)} at ${rupees(paiseOf(price_per_hour), 'always')} an hour`,
  );

/** One line for each date with its price, and one for each address. */
const seriesLines = (dates: NonNullable<RoomSupply['dates']>, hours: string): string[] => [
  `${dates.length} dates, ${hours}`,
  ...dates.flatMap((each) => [
    `${rentalText(each)}, booking ${bookingReference(each.booking_id)}: ${money(each.amount)} with tax`,
    ...rateLines(each),
  ]),
  ...new Set(dates.map(({ room_name, room_address }) => `${room_name}: ${room_address}`)),
];

/** One line for each booking of a company, on an invoice with its price and the prices per hour, and one for each address. */
const accountLines = ({ month, dates }: AccountSupply, isInvoice: boolean): string[] => [
  `Rental of meeting rooms on account, ${monthText(month)}`,
  ...dates.flatMap((each) => [
    `${rentalText(each)}, booking ${bookingReference(each.booking_id)}${each.difference ? ', difference after a change' : ''}${isInvoice ? `: ${money(each.amount)} with tax` : ''}`,
    ...(isInvoice ? rateLines(each) : []),
  ]),
  ...new Set(dates.map(({ room_name, room_address }) => `${room_name}: ${room_address}`)),
];

function supplyLines({ supply, kind }: Pick<TaxDocumentContent, 'supply' | 'kind'>): string[] {
  if (supply.of === 'account') return accountLines(supply, kind === 'invoice');
  if (supply.of === 'points') {
    return [`${pointsText(supply.points)} for meeting rooms`, 'One point pays for one hour in any room'];
  }
  const hours = hoursText(supply.hours * 2);
  return [
    supply.of === 'booking'
      ? 'Rental of a meeting room'
      : 'Rental of a meeting room: difference after a change',
    ...(supply.dates
      ? seriesLines(supply.dates, hours)
      : [
          `${rentalText(supply)} (${hours})`,
          ...rateLines(supply),
          supply.room_address,
          `Booking ${bookingReference(supply.booking_id)}`,
        ]),
  ];
}

/** About the payment or the refund. */
function moneyNote({ kind, number, payment_id: id, reason, supply }: TaxDocumentContent): string {
  if (supply.of === 'account') {
    if (kind === 'credit-note')
      return reason === 'corrected' ? 'No amount is refunded.' : 'The amount is taken off the account.';
    return `To be paid by bank transfer until ${longDate(supply.due)}, with the reference ${number}, less what the account has as credit.`;
  }
  if (reason === 'corrected') return `No amount is refunded, of payment ${id}.`;
  const method = deskMethodOf(id);
  if (method === 'account') {
    return kind === 'invoice'
      ? `On account ${id}, to be paid by bank transfer.`
      : `Credited to the account, for ${id}.`;
  }
  if (kind === 'invoice') {
    return method
      ? `Paid ${deskMethodNames[method]} at the desk, payment ${id}.`
      : `Paid online with payment ${id}.`;
  }
  return method ? `Refunded at the desk, of payment ${id}.` : `Refunded to the source of payment ${id}.`;
}

/** Has all fields that rules 46 and 53 of the CGST Rules require. */
export function printedTaxDocument(content: TaxDocumentContent): PrintedTaxDocument {
  const { seller, buyer, supply, amounts, rates } = content;
  const isInvoice = content.kind === 'invoice';
  const stateName = ({ code }: { code: string }) => stateText(code as StateCode);
  const facts: PrintedFact[] = [
    [isInvoice ? 'Invoice number' : 'Credit note number', content.number],
    ['Date', longDate(content.date)],
    ...(content.invoice
      ? ([
          ['Corrects invoice', content.invoice.number],
          ['Date of the invoice', longDate(content.invoice.date)],
        ] as const)
      : []),
    ...(content.replaced_by ? ([['Replaced by invoice', content.replaced_by.number]] as const) : []),
    ...(content.replaces
      ? ([
          ['Replaces invoice', content.replaces.number],
          ['Date of that invoice', longDate(content.replaces.date)],
          ['Its credit note', content.replaces.credit_note],
        ] as const)
      : []),
    ['Place of supply', stateName(content.place_of_supply)],
    ['Reverse charge', 'No'],
  ];
  return {
    title: isInvoice ? 'Tax invoice' : 'Credit note',
    demo: content.demo ? 'DEMO: this is not a tax document' : null,
    facts,
    seller: {
      name: seller.name,
      lines: [seller.address, `GSTIN ${seller.gstin}`, `State ${stateName(seller.state)}`],
    },
    buyer: {
      name: buyer.name,
      lines: [
        ...optional('', buyer.address),
        ...optional('GSTIN ', buyer.gstin),
        ...optional('State ', buyer.state && stateName(buyer.state)),
      ],
    },
    item: {
      lines: supplyLines(content),
      sac: supply.sac,
      amount: money(amounts.taxable),
    },
    totals: [
      ['Taxable value', money(amounts.taxable)],
      ...(amounts.igst !== undefined && rates.igst !== undefined
        ? ([[`IGST ${rates.igst}%`, money(amounts.igst)]] as const)
        : ([
            [`CGST ${rates.cgst}%`, money(amounts.cgst)],
            [`SGST ${rates.sgst}%`, money(amounts.sgst)],
          ] as const)),
    ],
    total: [isInvoice ? 'Total' : 'Total credited', money(amounts.total)],
    notes: [
      ...(content.reason ? [REASONS[content.reason]] : []),
      ...(content.credited_before === undefined
        ? []
        : [`${money(content.credited_before)} of the price had been credited before.`]),
      ...(buyer.sez ? [SEZ_NOTE] : []),
      moneyNote(content),
      'Issued electronically, and valid without a signature.',
    ],
  };
}
