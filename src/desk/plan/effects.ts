import type { MoveProposalsResponse } from '../../../contract/desk/blockOutMoves.ts';
import type { BlockOutsResponse } from '../../../contract/desk/blockOuts.ts';
import type { DeskBookingResponse } from '../../../contract/desk/booking.ts';
import type { DayPlanResponse } from '../../../contract/desk/dayPlan.ts';
import { stateOf } from '../../../domain/bookings/bookingStates.ts';
import { parseAmount, parsePaise, withPaise } from '../../../domain/money/amounts.ts';
import { paiseOf } from '../../../domain/money/pricing.ts';
import { camelCased } from '../../../domain/text/camelCased.ts';
import { openRangeOf } from '../../../domain/time/openingHours.ts';
import { ranged } from '../../../domain/time/apiTimes.ts';
import type { FormEntry } from '../../../machines/engine/form/form.ts';
import { cancelTermsOf, paymentDetailsOf } from '../../bookings/exports.ts';
import { bookingRequestOf, timedRequestOf } from '../effects/requests.ts';
import { ratedRangeOf, rateOf } from '../../rooms/exports.ts';
import { refundRequestOf } from '../money/exports.ts';
import type { SlotRange } from '../../../domain/time/slots.ts';
import type { BlockOut, DayPlan, DeskBooking, MoveProposal } from '../../../machines/desk/plan/dayPlan.ts';

export const dayPlanOf = ({ rooms, entries, buffers = [], ...plan }: DayPlanResponse['data']): DayPlan => ({
  ...camelCased(plan),
  rooms: rooms.map(({ price_per_hour, rates, opens, closes, ...room }) => ({
    ...room,
    pricePerHour: paiseOf(price_per_hour),
    ...(rates && { rates: rates.map(rateOf) }),
    open: opens === null || closes === null ? null : openRangeOf({ opens, closes }),
  })),
  entries: entries.map(({ paid_with, amount, ...entry }) => ({
    ...ranged(entry),
    amount: paid_with === null || amount === null ? null : parseAmount(paid_with, amount),
  })),
  buffers: buffers.map(ranged),
});

export const deskBookingOf = ({
  state,
  status,
  paid_with,
  amount,
  rates,
  returned,
  payments,
  terms,
  refunds = [],
  refundable = null,
  refund_request: refundRequest = null,
  documents = [],
  history = [],
  series = [],
  link,
  extension = null,
  ...booking
}: DeskBookingResponse['data']): DeskBooking => ({
  ...ranged(booking),
  amount: parseAmount(paid_with, amount),
  ...(rates && { rates: rates.map(ratedRangeOf) }),
  returned: returned === null ? null : parseAmount(paid_with, returned),
  payments: payments.map(paymentDetailsOf),
  terms: terms && cancelTermsOf(terms),
  history,
  state: stateOf({ state, status }),
  refunds: refunds.map(withPaise),
  refundable: refundable && {
    left: parsePaise(refundable.left),
    atProvider: parsePaise(refundable.at_provider),
    alone: refundable.alone === null ? null : parsePaise(refundable.alone),
    disputed: refundable.disputed,
  },
  refundRequest: refundRequest && refundRequestOf(refundRequest),
  documents: documents.map(withPaise),
  series: series.map(({ amount: paid, ...date }) => ({
    ...ranged(date),
    amount: parseAmount(paid_with, paid),
  })),
  link: link && {
    url: link.url,
    until: link.until,
    state: link.state,
    // A server of the previous version has links of single bookings only.
    paise: parsePaise(link.amount ?? amount),
  },
  extension: extension && withPaise(ranged(extension)),
});

export const blockOutOf = ({
  in_the_way,
  version = 0,
  except_days: exceptDays = [],
  ...blockOut
}: BlockOutsResponse['data'][number]): BlockOut => ({
  ...ranged(blockOut),
  version,
  exceptDays,
  inTheWay: in_the_way.map(ranged),
});

export const moveProposalOf = ({ to, ...proposal }: MoveProposalsResponse['data'][number]): MoveProposal => ({
  ...ranged(proposal),
  to: to && ranged(to),
});

/** Each chosen proposal is a field of the entry, whose value says what is moved, and where to. */
export function moveFromBlockOutRequestOf({ id, reason, ...entry }: FormEntry): object {
  const moves = Object.entries(entry)
    .filter(([name]) => name.startsWith('move '))
    .map(([, move]) => {
      const { roomId, start, end, ...rest } = JSON.parse(move) as ProposedMove;
      return bookingRequestOf({
        bookingId: rest.bookingId,
        sequence: String(rest.sequence),
        day: rest.day,
        roomId: String(roomId),
        start: String(start),
        end: String(end),
      });
    });
  return { id, reason, moves };
}

interface ProposedMove extends SlotRange {
  readonly bookingId: string;
  readonly sequence: number;
  readonly day: string;
  readonly roomId: number;
}

/** Without a room the call blocks all rooms. */
export const blockOutRequestOf = ({ roomId = '', ...entry }: FormEntry): Record<string, string> => ({
  ...timedRequestOf(entry),
  room_id: roomId === 'all' ? '' : roomId,
});
