import Button from '@mui/material/Button';
import { useSelector } from '../../app/system/useSelector.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { bookingPath, movePath } from '../../../domain/content/sitePaths.ts';
import { refundReasonTexts } from '../../../domain/money/refundReasons.ts';
import { hoursText } from '../../../domain/time/slots.ts';
import { refundReasonOf } from '../../../machines/checkout/reminder.ts';
import { isMoveRefused } from '../../../machines/checkout/moveRefusal.ts';
import type { Failure } from '../../../machines/engine/failure.ts';
import { BOOKING_PATH } from '../../../machines/engine/navigation.ts';
import { AlertIcon, ClockIcon, InfoIcon } from '../../ui/icons/interface.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { LazyAlternativesPanel, missedText } from '../../bookings/exports.ts';
import { NextSelection } from '../review/NextSelection.tsx';
import { NoticePanel } from './NoticePanel.tsx';
import { moveRefusalNotice } from './moveRefusalNotice.ts';
import { tooManyHoldsText } from './tooManyHoldsText.ts';
import { WaitingNotice } from './WaitingNotice.tsx';

/** Errors that are caused by a booking in My bookings. */
const codesWithBookingsLink: ReadonlySet<ErrorCode> = new Set([
  'payment-under-way',
  'already-booked',
  'too-many-holds',
  'unpaid-limit',
]);

/** Errors after which a visitor may need the business. */
const codesWithContactLink: ReadonlySet<ErrorCode> = new Set(['blocked', 'unpaid-limit']);

function unpaidLimit(unpaid: Failure['details']['unpaid']): string {
  if (!unpaid) return 'Too many times are held without a payment. Nothing was booked or charged.';
  const hours = hoursText(unpaid.slots);
  const later = unpaid.until === null ? 'in a few minutes' : 'tomorrow';
  if (unpaid.of === 'network') {
    return `Bookings that new customers have started from your network hold ${hours} and are not paid yet. Nothing was booked or charged. Pay for the bookings that you have started, or try again ${later}. If you need the room now, write to us.`;
  }
  return unpaid.until === null
    ? `Until your first booking is paid, you can hold up to ${hours} at a time. Nothing was booked or charged. Choose fewer dates or a shorter time, and book the rest when these are paid, or write to us.`
    : `Today you have already held about ${hours} without paying. Nothing was booked or charged. Pay for a booking that you have started, try again tomorrow, or write to us.`;
}

/** `now`: milliseconds since 1970. */
function errorNotice(failure: Failure, now: number): { title: string; text: string } {
  switch (failure.code) {
    case 'price-changed':
      return {
        title: 'The price has changed',
        text: 'You now see the new price. Nothing was charged. Press CONFIRM to accept it.',
      };
    case 'payment-under-way':
      return {
        title: 'A payment for these times is still open',
        text: 'Your bank has not responded yet, so nothing else was booked or charged. Check My bookings in a few minutes, or press CONFIRM again then.',
      };
    case 'already-booked':
      return {
        title: 'You have already booked these times',
        text: 'You were not charged again. The booking is in My bookings. To book more, choose other times.',
      };
    case 'blocked':
      return {
        title: 'This account cannot book rooms at the moment',
        text: 'Nothing was booked or charged. Please write to us and we will look into it.',
      };
    case 'not-enough-points':
    case 'not-a-member':
      return {
        title: 'You no longer have enough Lit points for this booking',
        text: 'Nothing was booked. Press CONFIRM again to pay by card, or choose a shorter time.',
      };
    case 'too-many-holds':
      return { title: 'Finish your open payments first', text: tooManyHoldsText(failure.details.holds, now) };
    case 'unpaid-limit':
      return { title: 'Pay for a booking first', text: unpaidLimit(failure.details.unpaid) };
    case 'not-on-account':
      return { title: 'This cannot be booked on account', text: failure.message };
    case 'email-unconfirmed':
      return {
        title: 'Confirm your email address first',
        text: 'A series of bookings needs a confirmed email address. Nothing was booked or charged. Open the link in the email that we sent you, or have it sent again in your profile, then press CONFIRM again.',
      };
    case 'too-many-requests':
      return {
        title: 'Too many attempts',
        text: 'Nothing was booked or charged. Wait a few minutes, then press CONFIRM again.',
      };
    default:
      return failure.isTransient
        ? {
            title: 'The server did not respond',
            text: 'Check your connection and press CONFIRM again. Nothing is booked or charged twice.',
          }
        : {
            title: 'The room could not be booked',
            text: failure.message || 'Nothing was charged. Press CONFIRM to try again.',
          };
  }
}

/** What prevented the booking, and the possible next steps. */
export function CheckoutNotice() {
  const checkout = useFlow('checkout', lazyFlows.bookingFlows);
  const failure = useSelector(checkout, ({ context }) => context.failure);
  const hasNext = useSelector(checkout, ({ context }) => context.next !== null);
  const missed = useSelector(checkout, ({ context }) => context.missed);
  const areSlotsLost = useSelector(checkout, (snapshot) => snapshot.hasTag('slotsLost'));
  const isStartPassed = useSelector(checkout, (snapshot) => snapshot.hasTag('startPassed'));
  const isUncertain = useSelector(checkout, (snapshot) => snapshot.hasTag('uncertain'));
  const isTimedOut = useSelector(checkout, (snapshot) => snapshot.hasTag('timedOut'));
  const pending = useSelector(checkout, (snapshot) =>
    snapshot.hasTag('waiting') ? snapshot.context.pending : null,
  );
  const isPaidLate = useSelector(checkout, (snapshot) => snapshot.hasTag('paidLate'));
  const pendingMove = useSelector(checkout, ({ context }) => context.selection?.pendingMove);
  const isSeries = useSelector(checkout, ({ context }) => context.selection?.series !== undefined);
  const hasRefusedMove = useSelector(checkout, ({ context }) => isMoveRefused(context));
  const isSignedIn = useSelector(checkout, ({ context }) => context.user !== null);
  const showsError = useSelector(
    checkout,
    (snapshot) => snapshot.matches('reviewing') || snapshot.hasTag('blocked'),
  );

  /** After a booking that failed: the saved next selection and the button that opens it. */
  const nextBooking = hasNext && (
    <>
      <NextSelection />
      <Button onClick={() => checkout.send({ type: 'checkout.left' })}>
        Continue with your next booking
      </Button>
    </>
  );

  const refundReason = refundReasonOf({ failure });
  const otherTimesPath = pendingMove ? movePath(pendingMove.bookingId) : '/meeting-room';
  const unchangedText = pendingMove ? ' Your booking is unchanged.' : '';

  if (areSlotsLost) {
    return (
      <NoticePanel
        icon={<ClockIcon />}
        title={`Someone else has just taken ${isSeries || missed?.kept ? 'some of ' : ''}these times`}
        text={
          pendingMove
            ? `Nothing was charged.${unchangedText}`
            : isSeries
              ? 'Nothing was booked or charged, because all dates are booked together. Press “Change the dates” below to see which of them are still free.'
              : `${missed ? `${missedText(missed)} ` : ''}Nothing was charged. ${
                  missed?.kept
                    ? 'Press CONFIRM to book the remaining time, or choose something else here.'
                    : 'Choose something else here: your search is unchanged.'
                }`
        }
      >
        {nextBooking}
        <Button href={otherTimesPath} variant={hasNext || missed?.kept ? 'outlined' : 'contained'}>
          Choose other times
        </Button>
        {/* Below the buttons, because it loads later and would move them while they are pressed. */}
        <LazyAlternativesPanel />
      </NoticePanel>
    );
  }
  if (pending) return <WaitingNotice pending={pending} />;
  if (isStartPassed) {
    return (
      <NoticePanel
        icon={<ClockIcon />}
        title="The time you chose has already started"
        text={
          pendingMove
            ? `It can no longer be booked. Nothing was charged.${unchangedText}`
            : 'It can no longer be booked. Nothing was charged, and your search is unchanged.'
        }
      >
        {nextBooking}
        <Button href={otherTimesPath} variant={hasNext ? 'outlined' : 'contained'}>
          Choose another time
        </Button>
      </NoticePanel>
    );
  }
  if (isUncertain) {
    return (
      <NoticePanel
        icon={<AlertIcon />}
        title="Your payment is not confirmed yet"
        text={
          failure?.isTransient
            ? 'We could not reach the server, so we do not know yet whether it went through. Please do not pay again: check again here, or look at My bookings in a few minutes.'
            : 'We could not confirm it. If money has left your account, it will either be put towards your booking or be returned to you. Please check again before you pay a second time.'
        }
      >
        <NextSelection />
        {isSignedIn ? (
          <Button onClick={() => checkout.send({ type: 'checkout.retried' })}>Check again</Button>
        ) : (
          <Button href={`/login?next=${BOOKING_PATH}`}>Sign in to check again</Button>
        )}
        <Button href="/my-bookings" variant="outlined">
          My bookings
        </Button>
      </NoticePanel>
    );
  }
  if (isTimedOut) {
    return (
      <NoticePanel
        icon={<ClockIcon />}
        title="The time to pay has run out"
        text={`Nothing was charged, and the times are no longer held for you.${unchangedText} They may still be free: press CONFIRM to try again.`}
      >
        {nextBooking}
      </NoticePanel>
    );
  }
  if (isPaidLate) {
    return (
      <NoticePanel
        icon={<AlertIcon />}
        title={refundReasonTexts[refundReason].replace(/\.$/, '')}
        text={
          pendingMove
            ? `We are refunding the full amount; it can take your bank a few days to show it.${refundReason.startsWith('booking-') ? '' : unchangedText}`
            : 'We are refunding the full amount; it can take your bank a few days to show it. The room was not booked.'
        }
      >
        {nextBooking}
        <Button href={otherTimesPath} variant={hasNext ? 'outlined' : 'contained'}>
          Choose other times
        </Button>
        <Button href="/my-bookings" variant="outlined">
          My bookings
        </Button>
      </NoticePanel>
    );
  }
  if (pendingMove && failure && hasRefusedMove) {
    return (
      <NoticePanel icon={<InfoIcon />} {...moveRefusalNotice(failure)}>
        {failure.code === 'terms-changed' && <Button href={otherTimesPath}>Choose the time again</Button>}
        <Button
          href={bookingPath(pendingMove.bookingId)}
          variant={failure.code === 'terms-changed' ? 'outlined' : 'contained'}
        >
          Back to the booking
        </Button>
      </NoticePanel>
    );
  }
  if (showsError && failure) {
    return (
      <NoticePanel icon={<InfoIcon />} {...errorNotice(failure, checkout.getSnapshot().context.clock.now())}>
        {failure.code !== null && codesWithBookingsLink.has(failure.code) && (
          <Button href="/my-bookings" variant="outlined">
            My bookings
          </Button>
        )}
        {failure.code === 'email-unconfirmed' && (
          <Button href="/profile" variant="outlined">
            My profile
          </Button>
        )}
        {failure.code !== null && codesWithContactLink.has(failure.code) && (
          <Button href="/about-us#contact" variant="outlined">
            Write to us
          </Button>
        )}
      </NoticePanel>
    );
  }
  if (hasNext) {
    return (
      <NoticePanel
        icon={<InfoIcon />}
        title="One booking at a time"
        text="Finish or cancel the booking shown here first. Your new selection is saved and opens next."
      >
        <NextSelection />
      </NoticePanel>
    );
  }
  return null;
}
