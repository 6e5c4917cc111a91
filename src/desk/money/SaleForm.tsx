import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useCallback, useState } from 'react';
import type { DayPlan } from '../../../contract/dayPlan.ts';
import { priceOf, rupees, rupeesAmount } from '../../../domain/pricing.ts';
import { clockTime, SLOTS_PER_DAY, slotTime } from '../../../domain/slots.ts';
import { useFlow } from '../../system/flows.ts';
import { DeskForm } from '../DeskForm.tsx';
import { firstEnd, type FreePlace } from '../freePlace.ts';
import { useFormOfDialog } from '../useFormOfDialog.ts';

interface Props {
  readonly date: string;
  readonly place: FreePlace;
  readonly plan: DayPlan | null;
  /** Paid here, or by a link that is sent. */
  readonly way: 'desk' | 'link';
  readonly onClose: () => void;
  /** It was sent. */
  readonly onDone: (roomId: number, start: number) => void;
}

/** Books for somebody who pays here, in cash or by UPI, or later by a link. The price follows the room and the times. */
export function SaleForm({ date, place, plan, way, onClose, onDone }: Props) {
  const [room, setRoom] = useState(String(place.roomId));
  const [start, setStart] = useState(place.start);
  const [end, setEnd] = useState(() => firstEnd(plan, place));
  const [method, setMethod] = useState('cash');
  const finish = useCallback(() => onDone(Number(room), start), [onDone, room, start]);
  const form = useFormOfDialog(useFlow(way === 'desk' ? 'sale' : 'paymentLink'), finish);
  const { isBusy, failure, bind } = form;

  const perHour =
    failure?.details.price_per_hour ?? plan?.rooms.find(({ id }) => String(id) === room)?.price_per_hour;
  const total = perHour === undefined || end <= start ? null : priceOf(perHour * 100, end - start).total;
  const { helperText: emailWrong, ...email } = bind('email');
  const { helperText: referenceWrong, ...reference } = bind('reference');
  /** What a choice changes, besides its error. */
  const chosen = (name: string, set: (value: string) => void) => {
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
  const times = (first: 0 | 1) =>
    Array.from({ length: SLOTS_PER_DAY }, (_, index) => index + first).map((slot) => (
      <MenuItem key={slot} value={String(slot)}>
        {slot === SLOTS_PER_DAY ? 'Midnight' : clockTime(slot)}
      </MenuItem>
    ));
  const { name: _from, ...from } = chosen('stime', (value) => setStart(Number(value)));
  const { name: _to, ...to } = chosen('ctime', (value) => setEnd(Number(value)));

  return (
    <DeskForm
      form={form}
      hidden={{
        bdate: date,
        stime: slotTime(start),
        ctime: slotTime(end),
        amount: total === null ? '' : rupeesAmount(total),
      }}
      submits={way === 'desk' ? 'Paid, book it' : 'Hold it and send the link'}
      leaves={{ text: 'Not now', onClick: onClose }}
    >
      <TextField select label="Room" value={room} {...chosen('mid', setRoom)}>
        {plan?.rooms.map(({ id, name }) => (
          <MenuItem key={id} value={String(id)}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <div className="pair">
        <TextField select label="From" value={String(start)} {...from}>
          {times(0)}
        </TextField>
        <TextField select label="To" value={String(end)} {...to}>
          {times(1)}
        </TextField>
      </div>
      <p role="status" style={{ margin: 0 }}>
        {total === null ? (
          'Choose an end after the start.'
        ) : (
          <strong>To pay: {rupees(total, 'always')}, with tax</strong>
        )}
      </p>
      {way === 'desk' && (
        <div className="pair">
          <TextField
            select
            label="Paid"
            name="method"
            value={method}
            disabled={isBusy}
            onChange={({ target }) => setMethod(target.value)}
          >
            <MenuItem value="cash">In cash</MenuItem>
            <MenuItem value="upi">By UPI</MenuItem>
          </TextField>
          <TextField
            label="Reference"
            required={method === 'upi'}
            helperText={
              referenceWrong ??
              (method === 'upi' ? 'The number of the transfer' : 'Of the receipt, if there is one')
            }
            {...reference}
          />
        </div>
      )}
      <TextField
        label="Email Address"
        type="email"
        required
        helperText={
          emailWrong ??
          (way === 'desk' ? 'The letter and the invoice go there.' : 'The link goes there, and the invoice.')
        }
        slotProps={{ htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } }}
        {...email}
      />
      <div className="pair">
        <TextField label="Name" {...bind('first_name')} />
        <TextField label="Phone" type="tel" {...bind('phone')} />
      </div>
      <p style={{ margin: 0 }}>Name and phone are for somebody without an account, who gets one.</p>
    </DeskForm>
  );
}
