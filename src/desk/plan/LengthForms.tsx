import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { DayPlan, DeskBooking } from '../../../machines/desk/plan/dayPlan.ts';
import { shownTariff } from '../../../machines/desk/plan/shownTariff.ts';
import { addedRanges, isLonger, isShorter } from '../../../domain/bookings/changedLength.ts';
import { amountField, amountText } from '../../../domain/money/amounts.ts';
import type { AmountPaid } from '../../../domain/money/cancellation.ts';
import { priceOfTimes, slotPricesIn, type Tariff } from '../../../domain/money/rates.ts';
import { shorteningRefund } from '../../../domain/money/shortening.ts';
import { dateAt, startedSlots } from '../../../domain/time/calendar.ts';
import { clockTime, slotCount, SLOTS_PER_DAY, type SlotRange } from '../../../domain/time/slots.ts';
import { type BoundForm, useForm } from '../../ui/form/useForm.ts';
import { abovePolicyText } from '../money/exports.ts';
import { OpenableForm } from '../ui/OpenableForm.tsx';
import { useDeskFlow } from '../useDeskFlow.ts';
import { FieldPair } from '../ui/contentParts.ts';
import { DeskPaymentFields } from '../ui/DeskPaymentFields.tsx';

interface Props {
  readonly booking: DeskBooking;
  readonly plan: DayPlan | null;
  /** The server's clock, milliseconds since 1970. */
  readonly now: () => number;
}

interface BoundaryProps {
  readonly form: BoundForm;
  readonly name: 'startTime' | 'endTime';
  readonly value: number;
  readonly first: number;
  readonly last: number;
  readonly onChosen: (boundary: number) => void;
}

/** A start or an end, as a slot boundary. */
function BoundaryField({ form: { bind, isBusy }, name, value, first, last, onChosen }: BoundaryProps) {
  const { onChange, ...bound } = bind(name);
  return (
    <TextField
      select
      label={name === 'startTime' ? 'From' : 'To'}
      value={String(value)}
      disabled={isBusy}
      {...bound}
      onChange={({ target }) => {
        onChosen(Number(target.value));
        onChange();
      }}
    >
      {Array.from({ length: last - first + 1 }, (_, index) => first + index).map((boundary) => (
        <MenuItem key={boundary} value={String(boundary)}>
          {boundary === SLOTS_PER_DAY ? 'Midnight' : clockTime(boundary)}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The price of the added times; null while it is unknown. Times that are not longer cost nothing. */
function priceOfExtension(
  { amount, day, range }: DeskBooking,
  to: SlotRange,
  tariff: Tariff | undefined,
): AmountPaid | null {
  const added = addedRanges(range, to);
  if (amount.with === 'points') {
    return { with: 'points', amount: added.reduce((sum, each) => sum + slotCount(each), 0) };
  }
  return tariff === undefined ? null : { with: 'card', amount: priceOfTimes(tariff, day, ...added).total };
}

/** The next half hour; after the end, until the current half hour is over. */
function suggestedEnd({ day, range }: DeskBooking, now: number): number {
  const over = day === dateAt(now) ? startedSlots(day, now) : 0;
  return Math.min(Math.max(range.end + 1, over), SLOTS_PER_DAY);
}

/** True on the day of the booking, after its end: its people may still be in the room. */
export const isPastEnd = ({ day, range }: DeskBooking, now: number): boolean =>
  day === dateAt(now) && startedSlots(day, now) > range.end;

/** The customer pays the added times at the desk or by a payment link, or with the points of a booking with points. */
export function ExtendForm({ booking, plan, now }: Props) {
  const [isByLink, setIsByLink] = useState(false);
  const [start, setStart] = useState(booking.range.start);
  const [end, setEnd] = useState(() => suggestedEnd(booking, now()));
  const formAtDesk = useForm(useDeskFlow('extend'));
  const formOfLink = useForm(useDeskFlow('extendByLink'));
  const form = isByLink ? formOfLink : formAtDesk;
  const { failure } = form;
  const payBy = (method: 'desk' | 'link') => {
    form.dismiss();
    (method === 'link' ? formOfLink : formAtDesk).open();
    setIsByLink(method === 'link');
  };
  const isOver = isPastEnd(booking, now());
  const paysWithPoints = booking.amount.with === 'points';
  const isOnAccount = booking.payments.some(({ method }) => method === 'desk-account');
  const isPaidSeparately = !paysWithPoints && !isOnAccount;
  const price = priceOfExtension(booking, { start, end }, shownTariff(plan, booking.roomId, failure));
  return (
    <OpenableForm
      form={form}
      openLabel={isOver ? 'Still in the room' : 'Extend'}
      hiddenFields={{
        bookingId: booking.id,
        sequence: booking.sequence,
        amount: price ? amountField(price) : '',
        ...(paysWithPoints && { method: 'points' }),
        ...(isOnAccount && { method: 'account' }),
      }}
      submitLabel={
        isByLink
          ? 'Hold and send the link'
          : isOver
            ? 'Record payment and sell the time'
            : 'Record payment and extend'
      }
      cancelLabel="Do not extend"
    >
      {isOver && (
        <Typography>
          The booking is over. If its people stay, sell the time by the half hour: it is booked up to the end
          that you choose.
        </Typography>
      )}
      <FieldPair>
        <BoundaryField
          form={form}
          name="startTime"
          value={start}
          first={0}
          last={booking.range.start}
          onChosen={setStart}
        />
        <BoundaryField
          form={form}
          name="endTime"
          value={end}
          first={booking.range.end}
          last={SLOTS_PER_DAY}
          onChosen={setEnd}
        />
      </FieldPair>
      <Typography role="status">
        {isLonger(booking.range, { start, end }) && price ? (
          <strong>
            {paysWithPoints
              ? `To pay: ${amountText(price)}, of ${amountText({ with: 'points', amount: booking.customer.points * 2 })} left`
              : `To pay: ${amountText(price)}, with tax`}
          </strong>
        ) : (
          'Choose an earlier start or a later end.'
        )}
      </Typography>
      {isOnAccount && (
        <Typography color={form.errors['method'] ? 'error' : undefined}>
          {form.errors['method'] ?? 'The difference is on the account of the company.'}
        </Typography>
      )}
      {isPaidSeparately && (!isOver || isByLink) && (
        <ToggleButtonGroup
          exclusive
          color="primary"
          value={isByLink ? 'link' : 'desk'}
          disabled={form.isBusy}
          aria-label="Payment method"
          onChange={(_event, method: 'desk' | 'link' | null) => method && payBy(method)}
        >
          <ToggleButton value="desk">Cash or UPI</ToggleButton>
          <ToggleButton value="link">Payment link</ToggleButton>
        </ToggleButtonGroup>
      )}
      {isByLink && (
        <Typography>
          The times are held for a day, or until they begin. The booking becomes longer when the link is paid.
        </Typography>
      )}
      {isPaidSeparately && !isByLink && <DeskPaymentFields form={form} />}
    </OpenableForm>
  );
}

/** False for a booking of half an hour, and for one whose last half hour has begun. */
export const canBeShortened = ({ day, range }: DeskBooking, now: number): boolean =>
  slotCount(range) > 1 && day >= dateAt(now) && startedSlots(day, now) < range.end;

/** The refund follows the policy; another amount is an exception, which the audit records. */
export function ShortenForm({ booking, now }: Omit<Props, 'plan'>) {
  const { range, amount, rates } = booking;
  const slotPrices = rates && slotPricesIn(rates);
  const [start, setStart] = useState(range.start);
  const [end, setEnd] = useState(range.end - 1);
  const form = useForm(useDeskFlow('shorten'));
  const { failure, bind } = form;
  const terms = failure?.details.terms ?? booking.terms;
  if (!terms) return null;
  const to = { start, end };
  const returned = shorteningRefund(
    amount,
    { from: range, to, slotPrices },
    terms.percent,
    terms.returnedBefore?.amount,
  );
  const policyRefund = { with: amount.with, amount: isShorter(range, to) ? returned : 0 };
  const field = amountField(policyRefund);
  const hasBegun = startedSlots(booking.day, now()) > range.start;
  return (
    <OpenableForm
      form={form}
      openLabel="Shorten"
      hiddenFields={{ bookingId: booking.id, sequence: booking.sequence, policyRefund: field }}
      submitLabel="Shorten the booking"
      cancelLabel="Do not shorten"
    >
      <FieldPair>
        <BoundaryField
          form={form}
          name="startTime"
          value={start}
          first={range.start}
          last={hasBegun ? range.start : range.end - 1}
          onChosen={setStart}
        />
        <BoundaryField
          form={form}
          name="endTime"
          value={end}
          first={range.start + 1}
          last={range.end}
          onChosen={setEnd}
        />
      </FieldPair>
      <Typography role="status">
        {isShorter(range, to)
          ? `The policy returns ${amountText(policyRefund)} for ${clockTime(start)} to ${clockTime(end)}. Any other amount is recorded in the audit as an exception. ${abovePolicyText(booking.refundable)}${terms.terms}`
          : 'Choose a later start or an earlier end.'}
      </Typography>
      <TextField
        key={field}
        label={`Amount to return, in ${amount.with === 'card' ? 'rupees' : 'points'}`}
        required
        defaultValue={field}
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        {...bind('refund')}
      />
      <TextField label="Reason" required {...bind('reason')} />
    </OpenableForm>
  );
}
