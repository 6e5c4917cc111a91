import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useCallback, useState } from 'react';
import type { DayPlan } from '../../../machines/desk/dayPlan.ts';
import { fullDate } from '../../../domain/time/calendar.ts';
import { type BoundForm, useForm } from '../../ui/form/useForm.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { DeskDialog } from '../ui/DeskDialog.tsx';
import { DeskForm } from '../ui/DeskForm.tsx';
import { defaultEnd, type FreeSlot } from '../../../machines/desk/freeSlot.ts';
import { NewPaymentLinkForm, SaleForm } from '../money/exports.ts';
import { RoomField, TimeField } from '../ui/TimeFields.tsx';
import { FieldPair } from '../ui/contentParts.ts';

interface Props {
  readonly date: string;
  readonly slot: FreeSlot;
  readonly plan: DayPlan | null;
  readonly onClose: () => void;
}

type PaymentMode = 'points' | 'desk' | 'link';

/** For a customer at the desk or on the phone. */
export function WalkInDialog(props: Props) {
  const { date, plan, onClose } = props;
  const [mode, setMode] = useState<PaymentMode>('points');
  const [heldSlot, setHeldSlot] = useState<{ roomId: number; start: number } | null>(null);
  const showLink = useCallback((roomId: number, start: number) => setHeldSlot({ roomId, start }), []);
  if (heldSlot) {
    return (
      <DeskDialog title="Payment link" onClose={onClose}>
        <NewPaymentLinkForm plan={plan} {...heldSlot} />
      </DeskDialog>
    );
  }
  return (
    <DeskDialog title={`Book, ${fullDate(date)}`} onClose={onClose}>
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
        <PointsForm {...props} />
      ) : (
        <SaleForm key={mode} {...props} mode={mode} onDone={mode === 'desk' ? onClose : showLink} />
      )}
    </DeskDialog>
  );
}

function PointsForm({ date, slot, plan, onClose }: Props) {
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
      <TextField
        label="Email Address"
        type="email"
        required
        helperText="The member pays with Lit points and receives the confirmation by email."
        slotProps={{ htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } }}
        {...emailField(bind('email'))}
      />
    </DeskForm>
  );
}

/** Without `helperText` unless the field has an error: the hint stays visible until then. */
const emailField = ({ helperText, ...bound }: ReturnType<BoundForm['bind']>) =>
  helperText === undefined ? bound : { ...bound, helperText };
