import Box from '@mui/material/Box';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useSelector } from '../../app/system/useSelector.ts';
import type { MoveTerms } from '../../../domain/bookings/terms.ts';
import type { Room } from '../../../domain/rooms/room.ts';
import { longDate } from '../../../domain/time/calendar.ts';
import { clockTime } from '../../../domain/time/slots.ts';
import { BusyButton } from '../../ui/fields/BusyButton.tsx';
import { RefreshIcon } from '../../ui/icons/interface.tsx';
import { useLiveDates } from '../../rooms/exports.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { statePath } from '../../app/system/statePath.ts';
import { ServerAlternatives } from '../waitingList/ServerAlternatives.tsx';
import { Panel, PanelTitle } from '../booking/bookingPageParts.ts';
import { amountText } from '../../../domain/money/amounts.ts';
import { cancelAmountText, refundRemarks } from '../cancellation/cancelRefundText.ts';

const Note = styled('p')(({ theme }) => ({
  margin: theme.spacing(0, 0, 2),
  color: theme.vars.palette.text.secondary,
}));

const MoveAlert = styled(Alert)(({ theme }) => ({ marginBlockEnd: theme.spacing(2) }));

function differenceText({ difference, onAccount }: MoveTerms): string {
  if (difference.amount === 0) return 'Moving costs nothing.';
  const amount = amountText({ ...difference, amount: Math.abs(difference.amount) });
  if (onAccount)
    return difference.amount > 0
      ? `${amount} more on the account of your company.`
      : `${amount} will be taken off the account of your company.`;
  if (difference.amount > 0) return `${amount} more to pay.`;
  return difference.with === 'card'
    ? `${amount} will be refunded to your original payment method.`
    : `${amount} will be returned to your balance.`;
}

const buttonText = ({ difference, onAccount }: MoveTerms): string => {
  if (difference.amount <= 0) return 'Move the booking';
  const amount = amountText(difference);
  return difference.with === 'card' && !onAccount ? `Pay ${amount} and move` : `Move for ${amount}`;
};

/** What cancelling after the move refunds, with a warning if it is not a full refund. */
function AfterMove({ terms }: { terms: MoveTerms }) {
  const { percent, terms: policy } = terms;
  const refundText = `If you cancel after the move: ${cancelAmountText(terms)}`;
  if (percent === 100) return <Note>{refundText}</Note>;
  return (
    <MoveAlert severity="warning">
      <AlertTitle>Cancelling is free now, but not after the move</AlertTitle>
      <span>{`${refundText} You will also not be able to move the booking again. ${policy}`}</span>
    </MoveAlert>
  );
}

export function MovePrice({ room }: { room: Room | undefined }) {
  const move = useFlow('move', lazyFlows.move);
  const {
    terms,
    failure,
    haveTermsChanged,
    refusedTarget: wanted,
    missed,
    date,
  } = useSelector(move, ({ context }) => context);
  const state = useSelector(move, ({ value }) => statePath(value));
  const isSending = state === 'sending';
  useLiveDates('moveLive', failure?.details.alternatives && wanted ? wanted.date : '');
  const canConfirm = state === 'choosing.times.offered' && room !== undefined;

  return (
    <Panel component="section" aria-label="What moving costs" aria-live="polite">
      <PanelTitle>Price</PanelTitle>
      {haveTermsChanged && (
        <MoveAlert severity="warning">
          The terms have changed since you last saw them. Nothing has been moved yet.
        </MoveAlert>
      )}
      {state === 'choosing.times.unchanged' && (
        <Note>Your booking is already at this time in this room. Choose another time or room.</Note>
      )}
      {failure && state !== 'choosing.failed' && (
        <MoveAlert
          severity="error"
          action={
            state === 'choosing.times.unpriced' ? (
              <Button
                variant="outlined"
                size="small"
                startIcon={<RefreshIcon />}
                onClick={() => move.send({ type: 'move.retried' })}
              >
                Try again
              </Button>
            ) : undefined
          }
        >
          <AlertTitle>{failure.message || 'The server could not be reached'}</AlertTitle>
          Your booking is unchanged.
        </MoveAlert>
      )}
      {failure?.details.alternatives && wanted && (
        <Box sx={{ marginBlockEnd: 2 }}>
          <ServerAlternatives
            id="move-instead"
            offered={failure.details.alternatives}
            roomId={wanted.roomId}
            date={wanted.date}
            range={wanted.range}
            onTime={(range) => move.send({ type: 'move.alternativeChosen', roomId: wanted.roomId, range })}
            onRoom={({ id }) =>
              move.send({ type: 'move.alternativeChosen', roomId: id, range: wanted.range })
            }
          />
        </Box>
      )}
      {state === 'choosing.times.pricing' && <Skeleton variant="rounded" height={76} />}
      {terms && (canConfirm || isSending) && (
        <>
          <Box
            component="p"
            sx={{ marginBlockStart: 0, marginBlockEnd: 1, fontSize: '1.0625rem', fontWeight: 650 }}
          >
            {differenceText(terms)}
          </Box>
          <Note>
            <span>{`The new price is ${amountText(terms.amount)}. `}</span>
            {refundRemarks(terms, terms.difference.amount < 0).map((remark) => (
              <span key={remark}>{`${remark} `}</span>
            ))}
            <span>You keep your current time until the move is made.</span>
          </Note>
          <AfterMove terms={terms} />
        </>
      )}
      {state === 'choosing.times.incomplete' && missed && room && !failure && (
        <MoveAlert severity="info">
          {`${clockTime(missed.start)} – ${clockTime(missed.end)} is not free in ${room.roomName} on ${longDate(date)}. Choose another time, room or date.`}
        </MoveAlert>
      )}
      {!terms &&
        !failure &&
        !missed &&
        state !== 'choosing.times.pricing' &&
        state !== 'choosing.times.unchanged' && (
          <Note>Choose a date, a start and an end to see what moving costs.</Note>
        )}
      <BusyButton
        fullWidth
        isBusy={isSending}
        disabled={!canConfirm && !isSending}
        onClick={() => room && move.send({ type: 'move.confirmed', room })}
      >
        {isSending ? 'Moving…' : terms ? buttonText(terms) : 'Move the booking'}
      </BusyButton>
    </Panel>
  );
}
