import { z } from 'zod';
import { SAC } from '../../domain/invoices/gst.ts';
import { isStateCode } from '../../domain/invoices/gstStates.ts';
import { ratedTimes } from '../rooms/rates.ts';

/** A tax document is an invoice, or a credit note for a refunded part of one. */
export const taxDocumentKind = z.enum(['invoice', 'credit-note']);
export type TaxDocumentKind = z.infer<typeof taxDocumentKind>;

/** A state as it is printed: its name and GST code. */
const state = z.object({ code: z.string().refine(isStateCode), name: z.string() });

/** One date of a booking. */
const suppliedDate = z.object({
  booking_id: z.string(),
  room_name: z.string(),
  room_address: z.string(),
  date: z.string(),
  /** 'HH:MM:SS'; the end may be '24:00:00'. */
  start_time: z.string(),
  end_time: z.string(),
  hours: z.number(),
  /** The prices per hour without tax, in order of time; missing when all hours cost the same, and when they do not add up to the amount. */
  rates: z.array(ratedTimes).optional(),
});

/** A room that was rented. */
const roomSupply = z.object({
  sac: z.literal(SAC),
  /** 'booking' is the price of a booking, 'move' the difference to a more expensive time or room. */
  of: z.enum(['booking', 'move']),
  /** `hours` is the sum of all dates. */
  ...suppliedDate.shape,
  /**
   * In the invoice of a series: all of its dates, with price and tax in `amount`. The fields above are those of the first date.
   */
  dates: z.array(suppliedDate.extend({ amount: z.string() })).optional(),
});

/** Points that were bought: room hours that are paid in advance. */
const pointsSupply = z.object({
  sac: z.literal(SAC),
  of: z.literal('points'),
  purchase_id: z.string(),
  points: z.number(),
});

/** The bookings of a company on account in a month. `due`: when it is to be paid. `amount`: with tax. */
const accountSupply = z.object({
  sac: z.literal(SAC),
  of: z.literal('account'),
  company_id: z.string(),
  /** 'YYYY-MM' */
  month: z.string(),
  due: z.string(),
  dates: z.array(
    suppliedDate.extend({
      amount: z.string(),
      /** The difference of a booking that an earlier invoice has. */
      difference: z.literal(true).optional(),
    }),
  ),
});

/**
 * Everything that is printed on a tax document, frozen when the tax document got its number (rules 46 and 53 of the CGST Rules).
 * Amounts are rupees with two decimals; dates are IST, 'YYYY-MM-DD'.
 */
export const taxDocumentContent = z.object({
  version: z.literal(1),
  kind: taxDocumentKind,
  /** A demo tax document is not a valid document for the tax office. */
  demo: z.boolean(),
  number: z.string(),
  date: z.string(),
  /** For a credit note: the invoice that it corrects. */
  invoice: z.object({ number: z.string(), date: z.string() }).nullable(),
  /** For a credit note: the reason of the refund. */
  reason: z.enum(['cancelled', 'moved', 'provider', 'dispute', 'desk', 'corrected']).nullable(),
  /** For an invoice that replaces a wrong one: that one, and the credit note for it. */
  replaces: z.object({ number: z.string(), date: z.string(), credit_note: z.string() }).optional(),
  /** For the credit note of a wrong invoice: the invoice that replaces it. */
  replaced_by: z.object({ number: z.string(), date: z.string() }).optional(),
  /** For an invoice that replaces a wrong one: what had been credited of that one before, in rupees. */
  credited_before: z.string().optional(),
  seller: z.object({ name: z.string(), address: z.string(), gstin: z.string(), state }),
  /** `address`, `gstin` and `state` are null where the customer gave none. */
  buyer: z.object({
    name: z.string(),
    address: z.string().nullable(),
    gstin: z.string().nullable(),
    state: state.nullable(),
    /** The buyer is a unit or developer in a special economic zone. Only such a buyer pays IGST. */
    sez: z.literal(true).optional(),
  }),
  place_of_supply: state,
  reverse_charge: z.literal(false),
  supply: z.discriminatedUnion('of', [roomSupply, pointsSupply, accountSupply]),
  /** In percent of the taxable value. */
  rates: z.object({ cgst: z.number(), sgst: z.number(), igst: z.number().optional() }),
  amounts: z.object({
    taxable: z.string(),
    cgst: z.string(),
    sgst: z.string(),
    /** Only for a buyer in a special economic zone, instead of the other taxes. */
    igst: z.string().optional(),
    total: z.string(),
  }),
  payment_id: z.string(),
});
export type TaxDocumentContent = z.infer<typeof taxDocumentContent>;
export type RoomSupply = z.infer<typeof roomSupply>;
export type AccountSupply = z.infer<typeof accountSupply>;

/** GET tax documents of a booking: the booking. */
export const bookingTaxDocumentsQuery = z.object({ booking_id: z.uuid() });

/**
 * GET tax documents of a booking, the oldest first; `amount` is in rupees with two decimals. `status`: 'issued' when all tax
 * documents exist, 'being-issued' when one gets its number within a minute, 'with-points' for a booking with points, which has no
 * invoice because points are invoiced when they are bought, 'on-account' for one that is on the monthly invoice of a company, 'none' for any other booking without a tax document.
 */
export const bookingTaxDocumentsResponse = z.object({
  data: z.object({
    booking_id: z.string(),
    status: z.enum(['issued', 'being-issued', 'with-points', 'on-account', 'none']),
    papers: z.array(
      z.object({
        id: z.string(),
        kind: taxDocumentKind,
        number: z.string(),
        date: z.string(),
        amount: z.string(),
        demo: z.boolean(),
      }),
    ),
  }),
});
export type BookingTaxDocuments = z.infer<typeof bookingTaxDocumentsResponse>['data'];

export const taxDocumentParams = z.object({ id: z.uuid() });

/** GET tax document: its printed content, and the SHA-256 of the frozen text in hexadecimal digits. */
export const taxDocumentResponse = z.object({
  data: z.object({ id: z.string(), hash: z.string(), content: taxDocumentContent }),
});
