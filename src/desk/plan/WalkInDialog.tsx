import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useCallback, useState } from 'react';
import type { DayPlan } from '../../../machines/desk/plan/dayPlan.ts';
import type { Person } from '../../../machines/desk/peopleFlows.ts';
import { bookingWindow, fullDate, instantOf } from '../../../domain/time/calendar.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { DeskDialog } from '../ui/DeskDialog.tsx';
import { DeskForm } from '../ui/DeskForm.tsx';
import { defaultEnd, type FreeSlot } from '../../../machines/desk/plan/freeSlot.ts';
import { NewPaymentLinkForm, SaleForm } from '../money/exports.ts';
import { CustomerField, type EnteredCustomer, noCustomer } from '../people/exports.ts';
import { RoomField, TimeField } from '../ui/TimeFields.tsx';
import { FieldPair } from '../ui/contentParts.ts';

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

type PaymentMode = 'points' | 'desk' | 'link';

/** For a customer at the desk or on the phone. */
export function WalkInDialog({ date, slot, plan: loadedPlan, today, person = null, onDate, onClose }: Props) {
  const [mode, setMode] = useState<PaymentMode>(person === null || person.isMember ? 'points' : 'desk');
  const [customer, setCustomer] = useState<EnteredCustomer>({ ...noCustomer, person });
  const [heldSlot, setHeldSlot] = useState<{ roomId: number; start: number } | null>(null);
  const showLink = useCallback((roomId: number, start: number) => setHeldSlot({ roomId, start }), []);
  // The rooms stay while the plan of another day is loading.
  const [plan, setPlan] = useState(loadedPlan);
  if (loadedPlan !== null && loadedPlan !== plan) setPlan(loadedPlan);
  if (heldSlot) {
    return (
      <DeskDialog title="Payment link" onClose={onClose}>
        <NewPaymentLinkForm plan={loadedPlan} {...heldSlot} />
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
      {mode === 'points' ? (
        <PointsForm {...form} />
      ) : (
        <SaleForm key={mode} {...form} mode={mode} onDone={mode === 'desk' ? onClose : showLink} />
      )}
    </DeskDialog>
  );
}

interface PointsFormProps extends Pick<Props, 'date' | 'slot' | 'plan' | 'onClose'> {
  readonly customer: EnteredCustomer;
  readonly onCustomer: (customer: EnteredCustomer) => void;
}

function PointsForm({ date, slot, plan, customer, onCustomer, onClose }: PointsFormProps) {
  const form = useForm(useDeskFlow('walkIn'), { onSent: onClose });
  const { isBusy, bind } = form;

  return (
    <DeskForm
      form={form}
      hiddenFields={{ day: date }}
      submitLabel="Book with points"
      cancel={{ label: 'Not now', onClick: onClose }}
    >
      <RoomField bind={bind} isBusy={isBusy} name="roomId" rooms={plan?.rooms ?? []} initial={slot.roomId} />
      <FieldPair>
        <TimeField bind={bind} isBusy={isBusy} name="start" label="From" initial={slot.start} first={0} />
        <TimeField
          bind={bind}
          isBusy={isBusy}
          name="end"
          label="To"
          initial={defaultEnd(plan, slot)}
          first={1}
        />
      </FieldPair>
      <CustomerField
        form={form}
        customer={customer}
        onChange={onCustomer}
        hint="Name, phone or email. The member pays with Lit points and receives the confirmation by email."
      />
    </DeskForm>
  );
}
