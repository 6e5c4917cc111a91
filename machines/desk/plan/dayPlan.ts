import type { MoveProposal as ApiMoveProposal } from '../../../contract/desk/blockOutMoves.ts';
import type { BlockOut as ApiBlockOut } from '../../../contract/desk/blockOuts.ts';
import type { BookingEvent, DeskBooking as ApiDeskBooking } from '../../../contract/desk/booking.ts';
import type { DeskTaxDocument as ApiDeskTaxDocument } from '../../../contract/desk/invoices.ts';
import type * as api from '../../../contract/desk/dayPlan.ts';
import type { WaitingRefund } from '../../../contract/desk/money/refunds.ts';
import type { AmountPaid } from '../../../domain/money/cancellation.ts';
import type { Rate, RatedRange } from '../../../domain/money/rates.ts';
import type { CamelCased } from '../../../domain/text/camelCased.ts';
import type { Ranged } from '../../../domain/time/apiTimes.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import type { CancelTerms } from '../../../domain/bookings/terms.ts';
import type { PaymentDetails, RefundItem } from '../../bookings/exports.ts';

/* The plan of a day, its bookings and its block-outs as machines and views see them. The contract explains the fields. */

export type Arrival = api.Arrival;

/** Its price is in paise. `open` is null on a day on which the room is closed. */
export type PlanRoom = Omit<CamelCased<api.PlanRoom>, 'opens' | 'closes' | 'rates'> & {
  readonly rates?: readonly Rate[];
  readonly open: SlotRange | null;
};

/** `amount` is null for a block-out. */
export type PlanEntry = Omit<Ranged<api.PlanEntry>, 'paidWith' | 'amount'> & {
  readonly amount: AmountPaid | null;
};

/** Times that stay free before or after a booking. */
export type PlanBuffer = Ranged<api.PlanBuffer>;

export type DayPlan = Omit<CamelCased<api.DayPlan>, 'rooms' | 'entries' | 'buffers'> & {
  readonly rooms: readonly PlanRoom[];
  readonly entries: readonly PlanEntry[];
  readonly buffers: readonly PlanBuffer[];
};

export type DeskBooking = Omit<
  Ranged<ApiDeskBooking>,
  | 'state'
  | 'status'
  | 'paidWith'
  | 'amount'
  | 'rates'
  | 'returned'
  | 'payments'
  | 'terms'
  | 'refunds'
  | 'refundable'
  | 'refundRequest'
  | 'documents'
  | 'history'
  | 'series'
  | 'link'
  | 'extension'
> & {
  /** The keys of `was` and `became` are names of fields on the server, those of `names` are ids. */
  readonly history: readonly BookingEvent[];
  readonly state: NonNullable<ApiDeskBooking['state']>;
  readonly amount: AmountPaid;
  readonly rates?: readonly RatedRange[];
  readonly returned: AmountPaid | null;
  readonly payments: readonly PaymentDetails[];
  readonly terms: CancelTerms | null;
  readonly refunds: readonly RefundItem[];
  readonly refundable: Refundable | null;
  readonly refundRequest: RefundRequest | null;
  readonly documents: readonly DeskTaxDocument[];
  /** All dates of its series, ascending; empty for a single booking. */
  readonly series: readonly SeriesDate[];
  /** `paise`: what is to be paid for all dates. */
  readonly link: (Omit<NonNullable<ApiDeskBooking['link']>, 'amount'> & { readonly paise: number }) | null;
  readonly extension: ExtensionLink | null;
};

/** The payment link for longer times of a booking; `amount` is in paise. */
export type ExtensionLink = Omit<Ranged<NonNullable<ApiDeskBooking['extension']>>, 'amount'> & {
  readonly amount: number;
};

export type SeriesDate = Omit<Ranged<NonNullable<ApiDeskBooking['series']>[number]>, 'amount'> & {
  readonly amount: AmountPaid;
};

/** An invoice or credit note of a booking; `amount` is in paise. */
export type DeskTaxDocument = Omit<CamelCased<ApiDeskTaxDocument>, 'amount'> & { readonly amount: number };

/** An invoice whose buyer may be corrected. */
export type CorrectableInvoice = NonNullable<DeskTaxDocument['correction']> &
  Pick<DeskTaxDocument, 'id' | 'number'>;

/** A refund that waits for a confirmation. `amount`, `left` and `before` are in paise. */
export type RefundRequest = Omit<CamelCased<WaitingRefund>, 'amount' | 'left' | 'before'> & {
  readonly amount: number;
  readonly left: number;
  readonly before: number;
};

/** What the desk may refund of a booking, in paise. `alone`: without a confirmation; null for all of it. */
export interface Refundable {
  readonly left: number;
  readonly atProvider: number;
  readonly alone: number | null;
  readonly disputed: boolean;
}

type ApiPlace = NonNullable<ApiMoveProposal['to']>;
export type MoveProposal = Omit<Ranged<ApiMoveProposal>, 'to'> & { readonly to: Ranged<ApiPlace> | null };

export type BlockOutConflict = Ranged<CamelCased<ApiBlockOut>['inTheWay'][number]>;
export type BlockOut = Omit<Ranged<ApiBlockOut>, 'inTheWay' | 'version' | 'exceptDays'> & {
  readonly inTheWay: readonly BlockOutConflict[];
  readonly version: number;
  readonly exceptDays: readonly string[];
};

/** A day of a series that is left out, or (`blockedDay`) that is blocked again; an IST date. */
export interface ExceptedDay {
  readonly blockOut: BlockOut;
  readonly blockedDay: string | null;
}
