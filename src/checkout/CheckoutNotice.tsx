import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ErrorCode } from '../../contract/errors.ts';
import { fullDate, timeAt } from '../../domain/calendar.ts';
import { MOST_HELD_SLOTS, MOST_HOLDS } from '../../domain/holds.ts';
import { rupees } from '../../domain/pricing.ts';
import { clockTime, hoursText } from '../../domain/slots.ts';
import { type BookingSelection, type PendingPayment, priceOfSelection } from '../../machines/checkout/setup.ts';
import type { Failure } from '../../machines/failure.ts';
import { BOOKING_PATH } from '../../machines/navigation.ts';
import { Button } from '../controls/Button.tsx';
import { ButtonLink } from '../controls/ButtonLink.tsx';
import { AlertIcon, ClockIcon, InfoIcon } from '../icons/interface.tsx';
import { useFlow } from '../system/flows.ts';
import { noticeLook } from '../theme/noticeLook.ts';
import { styled } from '../theme/styled.ts';

const Panel = styled('section')(({ theme }) => ({
  display: 'flex',
  gap: theme.spacing(2),
  marginBlockEnd: theme.spacing(4),
  // Clear of the bar and of a toast.
  scrollMarginBlock: theme.spacing(18, 4),
  padding: theme.spacing(2.5, 3),
  borderRadius: 20,
  ...noticeLook(theme),
  [theme.breakpoints.down('sm')]: { flexDirection: 'column', padding: theme.spacing(2.5) },
  '& > .sign': { flex: 'none', fontSize: '1.75rem', lineHeight: 0, color: theme.vars.palette.secondary.main },
  '& h2': { ...theme.typography.h4, margin: 0 },
  '& p': { maxWidth: '41em', margin: theme.spacing(0.5, 0, 0) },
  '& .ways': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: theme.spacing(1.5),
    marginBlockStart: theme.spacing(2),
  },
  '& .ways .small': {
    // A line of its own, as long as the text above at most.
    flexBasis: '100%',
    maxWidth: 'none',
    margin: 0,
    paddingInlineEnd: 'max(0px, 100% - 47em)',
    color: theme.vars.palette.text.secondary,
    fontSize: theme.typography.body2.fontSize,
  },
}));

interface ToldProps {
  icon: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}

/** On a phone CONFIRM is a long way below. */
const bringIntoView = (panel: HTMLElement | null): void => panel?.scrollIntoView({ block: 'nearest' });

const Told = ({ icon, title, text, children }: ToldProps) => (
  <Panel role="alert" ref={bringIntoView}>
    <span className="sign">{icon}</span>
    <div>
      <h2>{title}</h2>
      <p>{text}</p>
      {children && <div className="ways">{children}</div>}
    </div>
  </Panel>
);

const MINUTE_MS = 60_000;

/** Refusals because of what is in My bookings. */
const listed: ReadonlySet<ErrorCode> = new Set(['payment-under-way', 'already-booked', 'too-many-holds']);

/** What to do about too many unpaid bookings, and when the next is possible without doing anything. */
function tooManyHolds(holds: Failure['details']['holds']): string {
  const rule = `At most ${MOST_HOLDS} bookings, or ${hoursText(MOST_HELD_SLOTS)} in all, are held for one person without payment. Nothing was booked or charged.`;
  if (!holds) return rule;
  return `${rule} You hold ${hoursText(holds.slots)}: finish or cancel one of these payments, then press CONFIRM again. Otherwise the next is possible at ${timeAt(Date.parse(holds.until) + MINUTE_MS)}.`;
}

/** Why the last CONFIRM came to nothing, in words that say what to do. */
function refusal(failure: Failure): { title: string; text: string } {
  switch (failure.code) {
    case 'price-changed':
      return {
        title: 'The price has changed',
        text: 'What you see now is the new price. Nothing was charged: press CONFIRM if it suits you.',
      };
    case 'payment-under-way':
      return {
        title: 'A payment for these half-hours is under way',
        text: 'Your bank has not answered yet, so nothing more is booked or charged. Look at My bookings in a few minutes, or press CONFIRM again then.',
      };
    case 'already-booked':
      return {
        title: 'You have booked these half-hours already',
        text: 'Nothing more was charged. The booking is in My bookings; to book more, choose other half-hours.',
      };
    case 'blocked':
      return {
        title: 'This account cannot book rooms at the moment',
        text: 'Nothing was booked or charged. Please write to us and we will look into it.',
      };
    case 'not-enough-points':
    case 'not-a-member':
      return {
        title: 'Your Lit points do not cover this booking any more',
        text: 'Nothing was booked. Press CONFIRM again to pay by card, or choose fewer half-hours.',
      };
    case 'too-many-holds':
      return { title: 'Pay for what you hold first', text: tooManyHolds(failure.details.holds) };
    case 'too-many-requests':
      return {
        title: 'That was a little fast',
        text: 'Nothing was booked or charged. Wait a few minutes, then press CONFIRM again.',
      };
    default:
      return failure.isPassing
        ? {
            title: 'The server did not answer',
            text: 'Check your connection and press CONFIRM again. Nothing is booked or charged twice.',
          }
        : {
            title: 'The room could not be booked',
            text: failure.message || 'Nothing was charged. Press CONFIRM to try again.',
          };
  }
}

/** What the bank is waited for, since when and until when, and the ways out. */
function WaitingNotice({ pending }: { pending: PendingPayment }) {
  const checkout = useFlow('checkout');
  const paise = useSelector(
    checkout,
    ({ context: { order, selection } }) =>
      order?.amount ?? (selection && priceOfSelection(selection)?.total) ?? 0,
  );
  return (
    <Told
      icon={<ClockIcon />}
      title="Waiting for your payment"
      text={`Your bank has had your payment of ${rupees(paise, 'always')} since ${timeAt(pending.since)} and has not answered. If a request waits in your UPI app, approve or decline it there. The room is held for you until ${timeAt(pending.until)}. You may leave this page: My bookings says what becomes of it.`}
    >
      <Button onClick={() => checkout.send({ type: 'checkout.askedAgain' })}>Check now</Button>
      <Button weight="outlined" onClick={() => checkout.send({ type: 'checkout.gaveUp' })}>
        Stop waiting
      </Button>
      <ButtonLink to="/my-bookings" weight="quiet">
        My bookings
      </ButtonLink>
      <p className="small">
        Stop waiting to pay another way or to choose another room: this one is released. If you approve the
        old request after that, the room is booked if it is still free. Otherwise the whole amount is
        refunded.
      </p>
    </Told>
  );
}

const nextText = ({ room, date, range }: BookingSelection): string =>
  [
    room.room_name,
    fullDate(date),
    ...(range ? [`${clockTime(range.start)} to ${clockTime(range.end)}`] : []),
  ].join(', ');

/** What has gone otherwise than wished, at the top of the page, and the ways on. */
export function CheckoutNotice() {
  const checkout = useFlow('checkout');
  const failure = useSelector(checkout, ({ context }) => context.failure);
  const next = useSelector(checkout, ({ context }) => context.next);
  const isBusy = useSelector(checkout, (snapshot) => snapshot.hasTag('busy'));
  const areSlotsLost = useSelector(checkout, (snapshot) => snapshot.hasTag('slotsLost'));
  const hasBegun = useSelector(checkout, (snapshot) => snapshot.hasTag('begun'));
  const isUncertain = useSelector(checkout, (snapshot) => snapshot.hasTag('uncertain'));
  const isTimeOver = useSelector(checkout, (snapshot) => snapshot.hasTag('timeOver'));
  const pending = useSelector(checkout, (snapshot) =>
    snapshot.hasTag('waiting') ? snapshot.context.pending : null,
  );
  const isPaidLate = useSelector(checkout, (snapshot) => snapshot.hasTag('paidLate'));
  const isSignedIn = useSelector(checkout, ({ context }) => context.user !== null);
  const isRefused = useSelector(
    checkout,
    (snapshot) => snapshot.matches('reviewing') || snapshot.hasTag('blocked'),
  );

  if (isBusy && next) {
    return (
      <Told
        icon={<InfoIcon />}
        title="One booking at a time"
        text={`What you see here must be finished or cancelled first. Your new choice is kept and comes next: ${nextText(next)}.`}
      />
    );
  }
  if (areSlotsLost) {
    return (
      <Told
        icon={<ClockIcon />}
        title="Someone was faster: these half-hours have just been taken"
        text="Nothing was charged. The room’s day is up to date again and your search is as you left it."
      >
        <ButtonLink to="/meeting-room">Choose other half-hours</ButtonLink>
      </Told>
    );
  }
  if (pending) return <WaitingNotice pending={pending} />;
  if (hasBegun) {
    return (
      <Told
        icon={<ClockIcon />}
        title="The time you chose has begun"
        text="It can no longer be booked, and nothing was charged. Your search is as you left it."
      >
        <ButtonLink to="/meeting-room">Choose another time</ButtonLink>
      </Told>
    );
  }
  if (isUncertain) {
    return (
      <Told
        icon={<AlertIcon />}
        title="Your payment is not confirmed yet"
        text={
          failure?.isPassing
            ? 'We could not reach the server, so we do not know yet whether it went through. Please do not pay again: check again here, or look at My bookings in a few minutes.'
            : 'We could not confirm it. If money has left your account, it will either be put towards your booking or be returned to you. Please check again before you pay a second time.'
        }
      >
        {isSignedIn ? (
          <Button onClick={() => checkout.send({ type: 'checkout.askedAgain' })}>Check again</Button>
        ) : (
          <ButtonLink to={`/login?next=${BOOKING_PATH}`}>Sign in to check again</ButtonLink>
        )}
        <ButtonLink to="/my-bookings" weight="outlined">
          My bookings
        </ButtonLink>
      </Told>
    );
  }
  if (isTimeOver) {
    return (
      <Told
        icon={<ClockIcon />}
        title="The time to pay is over"
        text="Nothing was charged, and the half-hours are no longer held for you. They may still be free: press CONFIRM to try again."
      />
    );
  }
  if (isPaidLate) {
    return (
      <Told
        icon={<AlertIcon />}
        title="Your payment came after the room was given away"
        text="We are sending the whole amount back to you; banks take a few days to show it. The room was not booked."
      >
        <ButtonLink to="/meeting-room">Choose other half-hours</ButtonLink>
        <ButtonLink to="/my-bookings" weight="outlined">
          My bookings
        </ButtonLink>
      </Told>
    );
  }
  if (isRefused && failure) {
    return (
      <Told icon={<InfoIcon />} {...refusal(failure)}>
        {failure.code !== null && listed.has(failure.code) && (
          <ButtonLink to="/my-bookings" weight="outlined">
            My bookings
          </ButtonLink>
        )}
        {failure.code === 'blocked' && (
          <ButtonLink to="/about-us#contact" weight="outlined">
            Write to us
          </ButtonLink>
        )}
      </Told>
    );
  }
  return null;
}
