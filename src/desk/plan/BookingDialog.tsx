import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import CircularProgress from '@mui/material/CircularProgress';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import type { Arrival, DayPlan, DeskBooking, SeriesDate } from '../../../machines/desk/plan/dayPlan.ts';
import { arrivalNames, shownState } from '../../../domain/bookings/bookingStates.ts';
import { fullDate } from '../../../domain/time/calendar.ts';
import { ratedRangeText } from '../../../domain/rooms/rateTexts.ts';
import { timesText } from '../../../domain/time/ranges.ts';
import { paymentMethodNames } from '../../../domain/money/paymentMethods.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { amountField, amountText } from '../../../domain/money/amounts.ts';
import { paymentPurposes } from '../../bookings/exports.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { useResource } from '../../app/system/resource.ts';
import { BookingHistory } from './BookingHistory.tsx';
import { BookingDocuments } from './BookingDocuments.tsx';
import { BookingNotes } from './BookingNotes.tsx';
import { canBeShortened, ExtendForm, ShortenForm } from './LengthForms.tsx';
import { DateInput } from '../ui/DateInput.tsx';
import { Contact } from '../ui/Contact.tsx';
import { DeskDialog } from '../ui/DeskDialog.tsx';
import { OpenableForm } from '../ui/OpenableForm.tsx';
import {
  abovePolicyText,
  LinkPanel,
  RefundFacts,
  RefundForm,
  ResendEmails,
  TextToCustomer,
  WaitingRefund,
} from '../money/exports.ts';
import { StatusChip, type Tone } from '../../ui/layout/StatusChip.tsx';
import { RoomField, TimeField } from '../ui/TimeFields.tsx';
import { Fact, FactName, Facts, FieldPair } from '../ui/contentParts.ts';
import { ButtonRow } from '../../ui/layout/ButtonRow.ts';

interface Props {
  readonly id: string;
  readonly plan: DayPlan | null;
  /** The server's clock, milliseconds since 1970. */
  readonly now: () => number;
  readonly onClose: () => void;
}

export function BookingDialog({ id, plan, now, onClose }: Props) {
  const { data: booking, failure, isBusy } = useResource(useDeskFlow('deskBooking'), id);
  return (
    <DeskDialog title={booking ? <Title booking={booking} /> : 'Booking'} onClose={onClose}>
      {!booking && isBusy && <CircularProgress aria-label="Loading the booking" />}
      {!booking && !isBusy && failure && (
        <Alert severity="error">{failure.message || 'The booking could not be loaded.'}</Alert>
      )}
      {booking && (
        <>
          <BookingFacts booking={booking} />
          <LinkPanel booking={booking} />
          {booking.state === 'confirmed' && <TextToCustomer booking={booking} />}
          <WaitingRefund refundRequest={booking.refundRequest} />
          <BookingDocuments documents={booking.documents} />
          {booking.state === 'confirmed' && <ArrivalButtons booking={booking} />}
          <BookingNotes booking={booking} />
          <BookingHistory booking={booking} />
          {(booking.state === 'confirmed' || booking.state === 'cancelled') && (
            <ButtonRow>
              {booking.state === 'confirmed' && (
                <>
                  <ExtendForm key={`extend ${booking.sequence}`} booking={booking} plan={plan} now={now} />
                  {canBeShortened(booking, now()) && (
                    <ShortenForm key={`shorten ${booking.sequence}`} booking={booking} now={now} />
                  )}
                  <MoveForm booking={booking} plan={plan} />
                  <CancelForm booking={booking} />
                </>
              )}
              <RefundForm booking={booking} />
              <ResendEmails bookingId={booking.id} />
            </ButtonRow>
          )}
        </>
      )}
    </DeskDialog>
  );
}

/** The reference is never broken into two lines. */
const Title = ({ booking }: { booking: DeskBooking }) => (
  <>
    <span>Booking </span>
    <span style={{ whiteSpace: 'nowrap' }}>{booking.reference}</span>
  </>
);

function toneOf(booking: DeskBooking): Tone {
  const { arrival } = booking;
  if (booking.state !== 'confirmed') return 'quiet';
  if (arrival === null) return 'booking';
  return arrival === 'arrived' ? 'good' : 'bad';
}

const dateText = ({ day, range, state }: SeriesDate): string =>
  `${fullDate(day)}, ${timesText(range)}${state === 'confirmed' ? '' : `, ${shownState(state, null).toLowerCase()}`}`;

const BookingFacts = ({ booking }: { booking: DeskBooking }) => (
  <Facts>
    <FactName>State</FactName>
    <Fact>
      <StatusChip tone={toneOf(booking)}>{shownState(booking.state, booking.arrival)}</StatusChip>
    </Fact>
    <FactName>Room</FactName>
    <Fact>{booking.roomName}</Fact>
    <FactName>Time</FactName>
    <Fact>{`${fullDate(booking.day)}, ${timesText(booking.range)}`}</Fact>
    {booking.series.length > 0 && (
      <>
        <FactName>Series</FactName>
        <Fact>
          {booking.series.map((date) => (
            <span key={date.bookingId} style={{ display: 'block' }}>
              {date.bookingId === booking.id ? (
                `${dateText(date)} (this one)`
              ) : (
                <Link href={`/desk?date=${date.day}&booking=${date.bookingId}`}>{dateText(date)}</Link>
              )}
            </span>
          ))}
        </Fact>
      </>
    )}
    <FactName>Customer</FactName>
    <Fact>
      {booking.customer.company
        ? `${booking.customer.name}, ${booking.customer.company}`
        : booking.customer.name}
    </Fact>
    <FactName>Contact</FactName>
    <Fact>
      <Contact {...booking.customer} />
    </Fact>
    {booking.headcount !== null && (
      <>
        <FactName>People</FactName>
        <Fact>{booking.headcount}</Fact>
      </>
    )}
    {booking.wishes !== '' && (
      <>
        <FactName>Purpose and wishes</FactName>
        <Fact style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{booking.wishes}</Fact>
      </>
    )}
    <FactName>Price</FactName>
    <Fact>{[amountText(booking.amount), ...(booking.rates ?? []).map(ratedRangeText)].join(', ')}</Fact>
    {booking.payments.map(({ for: purpose, method, amount, reference }, index) => (
      <Fragment key={index}>
        <FactName>{paymentPurposes[purpose]}</FactName>
        <Fact>
          <span>{`${amountText(amount)} ${paymentMethodNames[method]}`}</span>
          {reference !== null && <span>{`, ${reference}`}</span>}
        </Fact>
      </Fragment>
    ))}
    <RefundFacts refunds={booking.refunds} />
    {booking.returned !== null && booking.refunds.length === 0 && (
      <>
        <FactName>Returned</FactName>
        <Fact>{amountText(booking.returned)}</Fact>
      </>
    )}
  </Facts>
);

const arrivals: readonly Arrival[] = ['arrived', 'no-show'];

/** A second press on the same button removes the mark. */
function ArrivalButtons({ booking }: { booking: DeskBooking }) {
  const { isBusy, failure, send } = useForm(useDeskFlow('arrival'));
  return (
    <div>
      <FailureAlert failure={failure} />
      <ButtonRow>
        {arrivals.map((arrival) => {
          const isSet = booking.arrival === arrival;
          return (
            <Button
              key={arrival}
              size="small"
              variant={isSet ? 'contained' : 'outlined'}
              aria-pressed={isSet}
              aria-disabled={isBusy}
              onClick={() => send({ bookingId: booking.id, arrival: isSet ? '' : arrival })}
            >
              <span>{arrivalNames[arrival]}</span>
            </Button>
          );
        })}
      </ButtonRow>
    </div>
  );
}

function MoveForm({ booking, plan }: Pick<Props, 'plan'> & { booking: DeskBooking }) {
  const form = useForm(useDeskFlow('deskMove'));
  const { isBusy, bind } = form;
  return (
    <OpenableForm
      form={form}
      openLabel="Move"
      hiddenFields={{ bookingId: booking.id, sequence: booking.sequence }}
      submitLabel="Move at the same price"
      cancelLabel="Do not move"
    >
      <RoomField
        bind={bind}
        isBusy={isBusy}
        name="roomId"
        rooms={plan?.rooms ?? []}
        initial={booking.roomId}
      />
      <FieldPair>
        <DateInput label="Date" initial={booking.day} {...bind('day')} />
        <TimeField
          bind={bind}
          isBusy={isBusy}
          name="start"
          label="From"
          initial={booking.range.start}
          first={0}
        />
        <TimeField bind={bind} isBusy={isBusy} name="end" label="To" initial={booking.range.end} first={1} />
      </FieldPair>
      <TextField label="Reason" required {...bind('reason')} />
    </OpenableForm>
  );
}

function CancelForm({ booking }: { booking: DeskBooking }) {
  const form = useForm(useDeskFlow('deskCancel'));
  const { failure, bind } = form;
  const terms = failure?.details.terms ?? booking.terms;
  if (!terms) return null;
  const refund = amountField(terms.refund);
  const unit = terms.refund.with === 'card' ? 'rupees' : 'points';
  return (
    <OpenableForm
      form={form}
      openLabel="Cancel the booking"
      hiddenFields={{ bookingId: booking.id, policyRefund: refund }}
      submitLabel="Cancel the booking"
      color="error"
      cancelLabel="Keep the booking"
    >
      <Typography>
        {`The policy returns ${amountText(terms.refund)}. Any other amount is recorded in the audit as an exception. ${abovePolicyText(booking.refundable)}${terms.terms}`}
      </Typography>
      <TextField
        key={refund}
        label={`Amount to return, in ${unit}`}
        required
        defaultValue={refund}
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        {...bind('refund')}
      />
      <TextField label="Reason" required {...bind('reason')} />
    </OpenableForm>
  );
}
