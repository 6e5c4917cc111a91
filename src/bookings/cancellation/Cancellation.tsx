import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useSelector } from '../../app/system/useSelector.ts';
import { type RefObject, useRef } from 'react';
import type { UserBooking, BookingSituation } from '../../../machines/bookings/bookingPage.ts';
import { RefreshIcon } from '../../ui/icons/interface.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { statePath } from '../../app/system/statePath.ts';
import { Panel, PanelTitle } from '../booking/bookingPageParts.ts';
import { wasBooked } from '../booking/bookingSituation.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { cancelledText } from './cancelledText.ts';
import { cancelRefundText } from './cancelRefundText.ts';
import { useWhileShown } from '../../app/system/useWhileShown.ts';
import { useEmitted } from '../../app/system/useEmitted.ts';
import { useAfterChange } from '../../ui/fields/useAfterChange.ts';

const Policy = styled('ul')(({ theme }) => ({
  margin: theme.spacing(0, 0, 2),
  paddingInlineStart: theme.spacing(2.5),
}));

const Sentence = styled('li')(({ theme }) => ({
  '&:not(:first-of-type)': { marginBlockStart: theme.spacing(0.5) },
}));

const Now = styled('p')(({ theme }) => ({ margin: theme.spacing(0, 0, 2), fontWeight: 650 }));

export function Cancellation({ booking: { details, situation, canMove } }: { booking: UserBooking }) {
  const title = useFocusWhenCancelled(situation);
  if (!wasBooked(situation)) return null;
  return (
    <Panel component="section" aria-labelledby="cancellation-title">
      <PanelTitle id="cancellation-title" ref={title} tabIndex={-1} sx={{ outline: 'none' }}>
        Cancellation
      </PanelTitle>
      <Policy>
        {details.policy.map((sentence) => (
          <Sentence key={sentence}>{sentence}</Sentence>
        ))}
      </Policy>
      {details.cancelled && <Now>{cancelledText({ ...details, cancelled: details.cancelled })}</Now>}
      {situation === 'booked' && !canMove && (
        <p>It can no longer be moved: moving is possible only while cancelling is free.</p>
      )}
      {situation === 'booked' && <CancellationOffer bookingId={details.id} />}
    </Panel>
  );
}

/** Focuses the heading once the page shows the cancelled booking, because the button is removed. Returns the heading's ref. */
function useFocusWhenCancelled(situation: BookingSituation): RefObject<HTMLHeadingElement | null> {
  const cancellation = useFlow('cancellation', lazyFlows.bookingPage);
  const title = useRef<HTMLHeadingElement>(null);
  const isCancelled = useRef(false);
  useEmitted(cancellation, 'cancelled', () => {
    isCancelled.current = true;
  });
  useAfterChange(situation, () => {
    if (!isCancelled.current || situation === 'booked') return;
    isCancelled.current = false;
    title.current?.focus({ preventScroll: true });
  });
  return title;
}

function CancellationOffer({ bookingId }: { bookingId: string }) {
  const cancellation = useFlow('cancellation', lazyFlows.bookingPage);
  const terms = useSelector(cancellation, ({ context }) => context.terms);
  const failure = useSelector(cancellation, ({ context }) => context.failure);
  const state = useSelector(cancellation, ({ value }) => statePath(value));

  useWhileShown(
    cancellation,
    { shown: { type: 'cancellation.opened', bookingId }, left: { type: 'cancellation.closed' } },
    bookingId,
  );

  return (
    <div data-flow="cancellation" data-state={state}>
      {state === 'checking' && !terms && <Skeleton variant="rounded" height={92} />}
      {state === 'refused' && (
        <Alert severity="info" icon={false} role="status">
          {failure?.message || 'This booking can no longer be cancelled.'}
        </Alert>
      )}
      {state === 'unknown' && (
        <Alert
          severity="info"
          icon={false}
          role="status"
          action={
            <Button
              variant="outlined"
              size="small"
              startIcon={<RefreshIcon />}
              onClick={() => cancellation.send({ type: 'cancellation.retried' })}
            >
              Try again
            </Button>
          }
        >
          The refund terms could not be loaded.
        </Alert>
      )}
      {terms && state !== 'refused' && state !== 'unknown' && (
        <>
          <Now>{`If you cancel now: ${cancelRefundText(terms)}`}</Now>
          <Button
            variant="outlined"
            color="error"
            disabled={state !== 'offered'}
            onClick={() => cancellation.send({ type: 'cancellation.requested' })}
          >
            Cancel this booking
          </Button>
        </>
      )}
      <CancelDialog />
    </div>
  );
}
