import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useCallback, useState } from 'react';
import type { DayPlan } from '../../../machines/desk/plan/dayPlan.ts';
import { pointsFromHalf, pointsText } from '../../../domain/money/points.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { priceOfTimes, rangesWithRates } from '../../../domain/money/rates.ts';
import { ratedRangeText } from '../../../domain/rooms/rateTexts.ts';
import { countText } from '../../../domain/text/countText.ts';
import { clockTime, SLOTS_PER_DAY } from '../../../domain/time/slots.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { DeskForm } from '../ui/DeskForm.tsx';
import { defaultEnd, type FreeSlot } from '../../../machines/desk/plan/freeSlot.ts';
import { shownTariff } from '../../../machines/desk/plan/shownTariff.ts';
import { CustomerField, type EnteredCustomer, hasNoEmail } from '../people/exports.ts';
import { FieldPair } from '../ui/contentParts.ts';
import { DeskPaymentFields } from '../ui/DeskPaymentFields.tsx';
import { RepeatFields, useRepeat } from './RepeatFields.tsx';
import { SaleCustomer } from './SaleCustomer.tsx';
import { SaleDetails } from './SaleDetails.tsx';

/** 'points': a member pays with Lit points. 'desk': in cash or by UPI. 'link': the customer receives a payment link. */
export type PaymentMode = 'points' | 'desk' | 'link';

/** Where the first booking of a sale is. `day`: an IST date. */
export interface FirstBooked extends FreeSlot {
  readonly day: string;
}

interface Props {
  readonly date: string;
  readonly slot: FreeSlot;
  readonly plan: DayPlan | null;
  readonly mode: PaymentMode;
  readonly customer: EnteredCustomer;
  readonly onCustomer: (customer: EnteredCustomer) => void;
  readonly onClose: () => void;
  /** Called after the form was sent. */
  readonly onDone: (booked: FirstBooked) => void;
}

const flowOf = { points: 'walkIn', desk: 'sale', link: 'paymentLink' } as const;

const submitLabels = {
  points: 'Book with points',
  desk: 'Record payment and book',
  link: 'Hold and send the link',
} as const;

const customerHints = {
  points: 'Name, phone or email. The member pays with Lit points and receives the confirmation by email.',
  desk: 'Name, phone or email. The confirmation and the invoice go to the email address, if there is one.',
  link: 'Name, phone or email. The link and the invoice go to the email address, if there is one.',
} as const;

/** The price is computed from the room, the times and the dates. */
export function SaleForm({ date, slot, plan, mode, customer, onCustomer, onClose, onDone }: Props) {
  const [room, setRoom] = useState(String(slot.roomId));
  const [start, setStart] = useState(slot.start);
  const [end, setEnd] = useState(() => defaultEnd(plan, slot));
  const repeat = useRepeat({ roomId: room, day: date, start, end });
  const isSeries = repeat.every !== 'once';
  const { dates } = repeat;
  const firstDay = dates?.[0] ?? '';
  const onSent = useCallback(
    () => onDone({ roomId: Number(room), start, day: firstDay }),
    [onDone, room, start, firstDay],
  );
  const form = useForm(useDeskFlow(flowOf[mode]), { onSent });
  const { isBusy, failure, bind } = form;

  const tariff = shownTariff(plan, Number(room), failure);
  const canPrice = tariff !== undefined && start < end;
  const total =
    canPrice && dates
      ? dates.reduce((sum, day) => sum + priceOfTimes(tariff, day, { start, end }).total, 0)
      : null;
  const prices =
    canPrice && !isSeries && mode !== 'points' ? rangesWithRates(tariff, date, { start, end }) : [];
  const bindSelect = (name: string, set: (value: string) => void) => {
    const { onChange, ...bound } = bind(name);
    return {
      ...bound,
      disabled: isBusy,
      onChange: (event: { target: { value: string } }) => {
        set(event.target.value);
        onChange();
      },
    };
  };
  const timeOptions = (first: 0 | 1) =>
    Array.from({ length: SLOTS_PER_DAY }, (_, index) => index + first).map((boundary) => (
      <MenuItem key={boundary} value={String(boundary)}>
        {boundary === SLOTS_PER_DAY ? 'Midnight' : clockTime(boundary)}
      </MenuItem>
    ));
  const { name: _from, ...from } = bindSelect('start', (value) => {
    setStart(Number(value));
    // The length stays.
    setEnd(Math.min(Number(value) + Math.max(end - start, 1), SLOTS_PER_DAY));
  });
  const { name: _to, ...to } = bindSelect('end', (value) => setEnd(Number(value)));
  const count = dates?.length ?? 0;
  const amount =
    mode === 'points'
      ? pointsText(pointsFromHalf((end - start) * count))
      : total === null
        ? ''
        : rupees(total, 'always');

  return (
    <DeskForm
      form={form}
      hiddenFields={{
        day: firstDay,
        start,
        end,
        ...(mode !== 'points' && { amount: total ?? '' }),
        ...(isSeries && { laterDates: dates?.slice(1).join(',') ?? '' }),
      }}
      isWaiting={dates === null}
      submitLabel={mode === 'link' && hasNoEmail(customer) ? 'Hold and make the link' : submitLabels[mode]}
      cancel={{ label: 'Not now', onClick: onClose }}
    >
      <TextField select label="Room" value={room} {...bindSelect('roomId', setRoom)}>
        {plan?.rooms.map(({ id, name }) => (
          <MenuItem key={id} value={String(id)}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <FieldPair>
        <TextField select label="From" value={String(start)} {...from}>
          {timeOptions(0)}
        </TextField>
        <TextField select label="To" value={String(end)} {...to}>
          {timeOptions(1)}
        </TextField>
      </FieldPair>
      <RepeatFields repeat={repeat} isBusy={isBusy} error={form.errors['day'] ?? form.errors['laterDates']} />
      <Typography role="status">
        {!canPrice ? (
          'Choose an end time after the start time.'
        ) : dates === null ? (
          'The dates are being checked.'
        ) : (
          <strong>
            {[
              `To pay: ${amount}`,
              isSeries ? ` for ${countText(count, 'date')}` : '',
              mode === 'points' ? '' : ', with tax',
              prices.length > 0 ? ` (${prices.map(ratedRangeText).join(', ')})` : '',
            ].join('')}
          </strong>
        )}
      </Typography>
      {mode === 'desk' && <DeskPaymentFields form={form} hasAccount />}
      {mode === 'points' ? (
        <CustomerField form={form} customer={customer} onChange={onCustomer} hint={customerHints.points} />
      ) : (
        <>
          <SaleCustomer form={form} customer={customer} onChange={onCustomer} hint={customerHints[mode]} />
          <SaleDetails key={customer.person?.id ?? 'new'} form={form} customer={customer} />
        </>
      )}
    </DeskForm>
  );
}
