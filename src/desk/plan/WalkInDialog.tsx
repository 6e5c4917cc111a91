import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useCallback, useState } from 'react';
import type { DayPlan } from '../../../machines/desk/plan/dayPlan.ts';
import type { Person } from '../../../machines/desk/peopleFlows.ts';
import { bookingWindow, fullDate, instantOf } from '../../../domain/time/calendar.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { DeskDialog } from '../ui/DeskDialog.tsx';
import type { FreeSlot } from '../../../machines/desk/plan/freeSlot.ts';
import { type FirstBooked, NewBooking, type PaymentMode, SaleForm } from '../money/exports.ts';
import { type EnteredCustomer, hasNoEmail, noCustomer } from '../people/exports.ts';

interface Props {
  readonly date: string;
  readonly slot: FreeSlot;
  readonly plan: DayPlan | null;
  /** Today's IST date. */
  readonly today: string;
  /** The customer of the sale, if the desk sells from the customer's page. */
  readonly person?: Person | null;
  /** Another day is chosen, whose plan is shown. */
  readonly onDate: (date: string) => void;
  readonly onClose: () => void;
}

/** For a customer at the desk or on the phone. */
export function WalkInDialog({ date, slot, plan: loadedPlan, today, person = null, onDate, onClose }: Props) {
  const [mode, setMode] = useState<PaymentMode>(person === null || person.isMember ? 'points' : 'desk');
  const [customer, setCustomer] = useState<EnteredCustomer>({ ...noCustomer, person });
  const [booked, setBooked] = useState<FirstBooked | null>(null);
  const showBooked = useCallback(
    (first: FirstBooked) => {
      setBooked(first);
      // The first date of a sale that repeats may be another one: its plan has the booking.
      if (first.day !== date) onDate(first.day);
    },
    [date, onDate],
  );
  // The rooms stay while the plan of another day is loading.
  const [plan, setPlan] = useState(loadedPlan);
  if (loadedPlan !== null && loadedPlan !== plan) setPlan(loadedPlan);
  if (booked) {
    return (
      <DeskDialog title={mode === 'link' ? 'Payment link' : 'Booked'} onClose={onClose}>
        <NewBooking plan={loadedPlan} booked={booked} />
      </DeskDialog>
    );
  }
  const { first, last } = bookingWindow(instantOf(today, 0));
  const form = { date, slot, plan, customer, onCustomer: setCustomer, onClose };
  return (
    <DeskDialog title={`Book, ${fullDate(date)}`} onClose={onClose}>
      <DateField
        label="Date"
        name=""
        value={date}
        onChange={(day) => day !== '' && onDate(day)}
        today={today}
        bounds={{ first, last }}
        error={undefined}
        required={false}
      />
      <ToggleButtonGroup
        exclusive
        color="primary"
        value={mode}
        aria-label="Payment method"
        onChange={(_event, chosen: PaymentMode | null) => chosen && setMode(chosen)}
      >
        <ToggleButton value="points">Member&rsquo;s points</ToggleButton>
        <ToggleButton value="desk">Cash or UPI</ToggleButton>
        <ToggleButton value="link">Payment link</ToggleButton>
      </ToggleButtonGroup>
      <SaleForm
        key={mode}
        {...form}
        mode={mode}
        onDone={mode === 'link' || hasNoEmail(customer) ? showBooked : onClose}
      />
    </DeskDialog>
  );
}
