import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { DeskBooking } from '../../../machines/desk/plan/dayPlan.ts';
import { paymentLinkText } from '../../../domain/bookings/textToCustomer.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { instantText } from '../../../domain/time/calendar.ts';
import { timesText } from '../../../domain/time/ranges.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { OpenableForm } from '../ui/OpenableForm.tsx';
import { StatusChip } from '../../ui/layout/StatusChip.tsx';
import { Fact, FactName, Facts } from '../ui/contentParts.ts';
import { CopiedText } from './CopiedText.tsx';
import { datesIn } from './TextToCustomer.tsx';
import { SectionErrorBoundary } from '../../app/errors/SectionErrorBoundary.tsx';

const QrPicture = lazy(() => import('../ui/QrPicture.tsx'));

const linkStates = {
  open: { text: 'Not paid yet', tone: 'booking' },
  paid: { text: 'Paid', tone: 'quiet' },
  over: { text: 'No longer valid', tone: 'quiet' },
} as const;

/** The link that pays the booking, and the one that pays longer times of it. */
export function LinkPanel({ booking }: { booking: DeskBooking }) {
  const { id, link, extension, customer, series } = booking;
  return (
    <>
      {link && (
        <LinkSection
          title="Payment link"
          link={{ ...link, id }}
          text={paymentLinkText('booking', {
            ...booking,
            ...link,
            address: booking.roomAddress ?? '',
            dates: datesIn(booking, 'held'),
          })}
          customer={customer}
          dates={series.length}
        >
          {series.length > 0 && (
            <>
              <FactName>Pays for</FactName>
              <Fact>{`${rupees(link.paise, 'always')}, all ${series.length} dates`}</Fact>
            </>
          )}
        </LinkSection>
      )}
      {extension && (
        <LinkSection
          title="Link for longer times"
          link={extension}
          text={paymentLinkText('extension', {
            ...booking,
            ...extension,
            address: booking.roomAddress ?? '',
            paise: extension.amount,
          })}
          customer={customer}
        >
          <FactName>Longer times</FactName>
          <Fact>{`${timesText(extension.range)}, for ${rupees(extension.amount)} more`}</Fact>
        </LinkSection>
      )}
    </>
  );
}

interface LinkSectionProps {
  readonly title: string;
  /** `id`: of what it pays. */
  readonly link: Omit<NonNullable<DeskBooking['link']>, 'paise'> & { readonly id: string };
  /** For the customer. */
  readonly text: string;
  readonly customer: DeskBooking['customer'];
  /** The number of dates that it pays for. */
  readonly dates?: number;
  readonly children?: ReactNode;
}

/** An open link can be copied and withdrawn. */
function LinkSection({ title, link, text: textToCustomer, customer, dates = 1, children }: LinkSectionProps) {
  const { text, tone } = linkStates[link.state];
  return (
    <section aria-label={title}>
      <Facts>
        <FactName>{title}</FactName>
        <Fact>
          <StatusChip tone={tone}>{text}</StatusChip>
        </Fact>
        {children}
        {link.state === 'open' && (
          <>
            <FactName>Held until</FactName>
            <Fact>{instantText(link.until)}</Fact>
          </>
        )}
      </Facts>
      {link.state === 'open' && (
        <>
          <CopiedText
            label="Payment address"
            text={link.url}
            hint={customer.email === '' ? undefined : 'It was also sent by email.'}
            copyLabel="Copy the address"
          />
          <LinkPicture url={link.url} />
          <CopiedText
            label="Text for WhatsApp or SMS"
            text={textToCustomer}
            copyLabel="Copy the text"
            whatsAppTo={customer.phone}
          />
          <WithdrawForm bookingId={link.id} count={dates} />
        </>
      )}
    </section>
  );
}

/** For a customer at the desk, who pays with a phone. */
function LinkPicture({ url }: { url: string }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        aria-expanded={isShown}
        onClick={() => setIsShown((wasShown) => !wasShown)}
      >
        {isShown ? 'Hide the QR code' : 'Show the QR code'}
      </Button>
      {isShown && (
        <SectionErrorBoundary>
          <Suspense fallback={<div style={{ height: '13rem' }} />}>
            <QrPicture text={url} name="QR code of the payment link" />
          </Suspense>
        </SectionErrorBoundary>
      )}
    </>
  );
}

function WithdrawForm({ bookingId, count }: { bookingId: string; count: number }) {
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
      <Typography>{`Nobody can pay by this link afterwards.${count > 1 ? ` All ${count} dates become free.` : ''}`}</Typography>
    </OpenableForm>
  );
}
