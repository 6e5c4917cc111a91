import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useRef, useState } from 'react';
import type { DayPlan } from '../../../contract/dayPlan.ts';
import type { DeskBooking } from '../../../contract/deskBooking.ts';
import { instantText } from '../../../domain/calendar.ts';
import { slotTime } from '../../../domain/slots.ts';
import { useAccountForm } from '../../account/useAccountForm.ts';
import { useFlow } from '../../system/flows.ts';
import { useResource } from '../../system/resource.ts';
import { DeskLoading } from '../DeskLoading.tsx';
import { OpenableForm } from '../OpenableForm.tsx';
import { StateMark } from '../StateMark.tsx';

type Link = NonNullable<DeskBooking['link']>;

const states = {
  open: { text: 'Not paid yet', tone: 'booking' },
  paid: { text: 'Paid', tone: 'quiet' },
  over: { text: 'Over: nothing can be paid by it', tone: 'quiet' },
} as const;

/** The payment link of a booking, with its state; while it is open it can be copied and taken back (decision 0042). */
export function LinkPanel({ booking: { id, link } }: { booking: Pick<DeskBooking, 'id' | 'link'> }) {
  if (!link) return null;
  const { text, tone } = states[link.state];
  return (
    <section aria-label="Payment link">
      <dl>
        <dt>Payment link</dt>
        <dd>
          <StateMark tone={tone}>{text}</StateMark>
        </dd>
        {link.state === 'open' && (
          <>
            <dt>Held until</dt>
            <dd>{instantText(link.until)}</dd>
          </>
        )}
      </dl>
      {link.state === 'open' && (
        <>
          <Address url={link.url} />
          <Withdraw bookingId={id} />
        </>
      )}
    </section>
  );
}

function Address({ url }: Pick<Link, 'url'>) {
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setSaid('Copied.');
    } catch {
      field.current?.select();
      setSaid('Your browser does not allow it: the address is selected, copy it.');
    }
  };
  return (
    <div style={{ display: 'grid', gap: '.75rem', marginBlock: '.75rem' }}>
      <TextField
        label="Address to pay at"
        value={url}
        helperText="It was sent by e-mail as well."
        inputRef={field}
        slotProps={{ input: { readOnly: true } }}
        onFocus={() => field.current?.select()}
      />
      <div className="ways">
        <Button size="small" variant="outlined" onClick={() => void copy()}>
          Copy the address
        </Button>
        <span role="status">{said}</span>
      </div>
    </div>
  );
}

function Withdraw({ bookingId }: { bookingId: string }) {
  const form = useAccountForm(useFlow('withdrawLink'));
  return (
    <OpenableForm
      form={form}
      opens="Take the link back"
      hidden={{ booking_id: bookingId }}
      submits="Take it back, free the times"
      color="error"
      leaves="Leave it"
    >
      <p style={{ margin: 0 }}>Nobody can pay by it any more then.</p>
    </OpenableForm>
  );
}

interface MadeProps {
  readonly roomId: number;
  readonly start: number;
  readonly plan: DayPlan | null;
}

/** The link that was just made, once the plan has its booking, which is there also when it is paid. */
export function MadeLink({ roomId, start, plan }: MadeProps) {
  const made = plan?.entries.find(
    ({ kind, room_id, start_time }) =>
      kind !== 'block-out' && room_id === roomId && start_time === slotTime(start),
  );
  return (
    <>
      <p role="status">The times are held, and the link is on its way by e-mail.</p>
      {made && <LinkOf bookingId={made.id} />}
    </>
  );
}

function LinkOf({ bookingId }: { bookingId: string }) {
  const resource = useResource('deskBooking', bookingId);
  return (
    <>
      <DeskLoading of={resource} />
      {resource.data && <LinkPanel booking={resource.data} />}
    </>
  );
}
