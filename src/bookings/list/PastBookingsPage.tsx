import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { PastBookings } from '../../../machines/bookings/booking.ts';
import { fullDate, monthText } from '../../../domain/time/calendar.ts';
import { slugOf } from '../../../domain/rooms/roomSlug.ts';
import { bookingPath, roomPath } from '../../../domain/content/sitePaths.ts';
import { clockTime } from '../../../domain/time/slots.ts';
import { ArrowLeftIcon, CalendarIcon } from '../../ui/icons/pages.tsx';
import { Panel, PanelTitle } from '../booking/bookingPageParts.ts';
import { amountText } from '../../../domain/money/amounts.ts';
import { LinedRecordRow, RecordDetail, RecordName } from '../booking/recordParts.ts';
import { TaxDocumentRow } from '../booking/TaxDocumentRow.tsx';
import { Notice } from '../../ui/layout/Notice.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { StaleNotice } from '../../app/errors/StaleNotice.tsx';
import { useResource } from '../../app/system/resource.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  marginBlockStart: theme.spacing(3),
  alignItems: 'start',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1.4fr) minmax(0, 1fr)' },
  '@media print': { display: 'block' },
}));

const Records = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' });

const None = styled('p')(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
}));

/** By month, with the tax documents. The Completed tab of My bookings stays hidden (ruling 22). */
export default function PastBookingsPage() {
  const [month, setMonth] = useState('');
  const {
    data: loaded,
    failure,
    isBusy,
    state,
    refresh,
  } = useResource(useFlow('pastBookings', lazyFlows.pastBookings), month);
  // The previous month stays until the next one is loaded, so that the field keeps the focus.
  const [data, setData] = useState(loaded);
  if (loaded !== null && loaded !== data) setData(loaded);

  return (
    <Container
      sx={{ paddingBlockStart: 3, paddingBlockEnd: 10 }}
      data-flow="pastBookings"
      data-state={state}
      aria-busy={isBusy}
    >
      <PageTitle>Past bookings and invoices</PageTitle>
      <Button
        href="/my-bookings"
        variant="text"
        startIcon={<ArrowLeftIcon />}
        sx={{ marginInlineStart: -1.75 }}
      >
        My bookings
      </Button>
      <Typography variant="h1" sx={{ marginBlockStart: 1, marginBlockEnd: 3 }}>
        Past bookings and invoices
      </Typography>
      <VisuallyHidden role="status">{isBusy && !data ? 'Loading your past bookings' : ''}</VisuallyHidden>
      {failure && !isBusy && (
        <StaleNotice
          title="Your past bookings could not be loaded."
          text={failure.message}
          onRetry={refresh}
        />
      )}
      {data && data.months.length === 0 && (
        <Notice
          icon={<CalendarIcon />}
          title="Nothing here yet"
          text="Bookings that are over, cancelled bookings and invoices are kept here."
        >
          <Button href="/meeting-room">Find a meeting room</Button>
        </Notice>
      )}
      {data && data.month !== null && (
        <>
          <TextField
            select
            sx={{ width: '100%', maxWidth: '16rem', displayPrint: 'none' }}
            label="Month"
            value={month === '' ? data.month : month}
            onChange={({ target }) => setMonth(target.value)}
          >
            {data.months.map((each) => (
              <MenuItem key={each} value={each}>
                {monthText(each)}
              </MenuItem>
            ))}
          </TextField>
          <Columns>
            <BookingsOfMonth bookings={data.bookings} />
            <TaxDocumentsOfMonth papers={data.papers} />
          </Columns>
        </>
      )}
    </Container>
  );
}

const BookingsOfMonth = ({ bookings }: Pick<PastBookings, 'bookings'>) => (
  <Panel component="section" aria-labelledby="past-bookings">
    <PanelTitle id="past-bookings" sx={{ marginBlockEnd: 1 }}>
      Bookings
    </PanelTitle>
    {bookings.length === 0 && <None>No past bookings in this month.</None>}
    <Records>
      {bookings.map((booking) => {
        const { start, end } = booking.range;
        return (
          <LinedRecordRow key={booking.id}>
            <span>
              <RecordName>
                <Link href={bookingPath(booking.id)}>{booking.roomName}</Link>
              </RecordName>
              <RecordDetail>
                {`${fullDate(booking.bookingDate)}, ${clockTime(start)} to ${clockTime(end)}`}
              </RecordDetail>
              <RecordDetail>
                {`${booking.reference}, ${amountText(booking.amount)}${booking.status === 'cancelled' ? ', cancelled' : ''}`}
              </RecordDetail>
            </span>
            <Button
              variant="outlined"
              size="small"
              href={roomPath(slugOf(booking.roomName))}
              aria-label={`Book again: ${booking.roomName}`}
            >
              Book again
            </Button>
          </LinedRecordRow>
        );
      })}
    </Records>
  </Panel>
);

const TaxDocumentsOfMonth = ({ papers }: Pick<PastBookings, 'papers'>) => (
  <Panel component="section" aria-labelledby="past-tax-documents">
    <PanelTitle id="past-tax-documents" sx={{ marginBlockEnd: 1 }}>
      Invoices and credit notes
    </PanelTitle>
    {papers.length === 0 && <None>None in this month.</None>}
    <Records>
      {papers.map((taxDocument) => (
        <TaxDocumentRow key={taxDocument.id} taxDocument={taxDocument} isLined />
      ))}
    </Records>
  </Panel>
);
