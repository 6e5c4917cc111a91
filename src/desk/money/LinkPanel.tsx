import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import type { DayPlan, DeskBooking } from '../../../machines/desk/dayPlan.ts';
import { instantText } from '../../../domain/time/calendar.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { useResource } from '../../app/system/resource.ts';
import { DeskLoading } from '../DeskLoading.tsx';
import { OpenableForm } from '../ui/OpenableForm.tsx';
import { StatusChip } from '../../ui/layout/StatusChip.tsx';
import { Fact, FactName, Facts } from '../ui/contentParts.ts';
import { ButtonRow } from '../../ui/layout/ButtonRow.ts';

type PaymentLink = NonNullable<DeskBooking['link']>;

const linkStates = {
  open: { text: 'Not paid yet', tone: 'booking' },
  paid: { text: 'Paid', tone: 'quiet' },
  over: { text: 'No longer valid', tone: 'quiet' },
} as const;

/** An open link can be copied and withdrawn. */
export function LinkPanel({ booking: { id, link } }: { booking: Pick<DeskBooking, 'id' | 'link'> }) {
  if (!link) return null;
  const { text, tone } = linkStates[link.state];
  return (
    <section aria-label="Payment link">
      <Facts>
        <FactName>Payment link</FactName>
        <Fact>
          <StatusChip tone={tone}>{text}</StatusChip>
        </Fact>
        {link.state === 'open' && (
          <>
            <FactName>Held until</FactName>
            <Fact>{instantText(link.until)}</Fact>
          </>
        )}
      </Facts>
      {link.state === 'open' && (
        <>
          <LinkAddress url={link.url} />
          <WithdrawForm bookingId={id} />
        </>
      )}
    </section>
  );
}

function LinkAddress({ url }: Pick<PaymentLink, 'url'>) {
  const input = useRef<HTMLInputElement>(null);
  const [copyStatus, setCopyStatus] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopyStatus('Copied.');
    } catch {
      input.current?.select();
      setCopyStatus('Your browser does not allow this. The address is selected, so that you can copy it.');
    }
  };
  return (
    <div style={{ display: 'grid', gap: '.75rem', marginBlock: '.75rem' }}>
      <TextField
        label="Payment address"
        value={url}
        helperText="It was also sent by email."
        inputRef={input}
        slotProps={{ input: { readOnly: true } }}
        onFocus={() => input.current?.select()}
      />
      <ButtonRow>
        <Button size="small" variant="outlined" onClick={() => void copy()}>
          Copy the address
        </Button>
        <span role="status">{copyStatus}</span>
      </ButtonRow>
    </div>
  );
}

function WithdrawForm({ bookingId }: { bookingId: string }) {
  const form = useForm(useDeskFlow('withdrawLink'));
  return (
    <OpenableForm
      form={form}
      openLabel="Withdraw the link"
      hiddenFields={{ bookingId }}
      submitLabel="Withdraw it and release the times"
      color="error"
      cancelLabel="Keep the link"
    >
      <Typography>Nobody can pay by this link afterwards.</Typography>
    </OpenableForm>
  );
}

interface NewPaymentLinkProps {
  readonly roomId: number;
  readonly start: number;
  readonly plan: DayPlan | null;
}

/** Shown when the plan has loaded the booking of the new link, held or already paid. */
export function NewPaymentLinkForm({ roomId, start, plan }: NewPaymentLinkProps) {
  const booking = plan?.entries.find(
    (entry) => entry.kind !== 'block-out' && entry.roomId === roomId && entry.range.start === start,
  );
  return (
    <>
      <Typography role="status">The times are held, and the link is on its way by email.</Typography>
      {booking && <BookingLinkPanel bookingId={booking.id} />}
    </>
  );
}

function BookingLinkPanel({ bookingId }: { bookingId: string }) {
  const resource = useResource(useDeskFlow('deskBooking'), bookingId);
  return (
    <>
      <DeskLoading resource={resource} />
      {resource.data && <LinkPanel booking={resource.data} />}
    </>
  );
}
