import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Container from '@mui/material/Container';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { PastBookings } from '../../../contract/bookings/pastBookings.ts';
import { fullDate, monthText } from '../../../domain/time/calendar.ts';
import { slugOf } from '../../../domain/rooms/roomSlug.ts';
import { bookingPath, roomPath } from '../../../domain/content/sitePaths.ts';
import { clockTime } from '../../../domain/time/slots.ts';
import { bookedRange } from '../../../machines/bookings/myBookings.ts';
import { ArrowLeftIcon, CalendarIcon } from '../../ui/icons/pages.tsx';
import { moneyText } from '../booking/moneyText.ts';
import { TaxDocumentRow } from '../booking/TaxDocumentRow.tsx';
import { Notice } from '../../ui/layout/Notice.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { StaleNotice } from '../../app/errors/StaleNotice.tsx';
import { useResource } from '../../app/system/resource.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { panelPadding } from '../../ui/theme/panelPadding.ts';

const Page = styled(Container)(({ theme }) => ({
  paddingBlock: theme.spacing(3, 10),
  '& .back': { marginInlineStart: theme.spacing(-1.75) },
  '& h1': { margin: theme.spacing(1, 0, 3) },
  '& .month': { width: '100%', maxWidth: '16rem', '@media print': { display: 'none' } },
  '& .columns': {
    display: 'grid',
    gap: theme.spacing(3),
    marginBlockStart: theme.spacing(3),
    alignItems: 'start',
    [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1.4fr) minmax(0, 1fr)' },
    '@media print': { display: 'block' },
  },
}));

const List = styled(Card)(({ theme }) => ({
  ...panelPadding(theme),
  '& h2': { ...theme.typography.h3, margin: theme.spacing(0, 0, 1) },
  '& ul': { margin: 0, padding: 0, listStyle: 'none' },
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: theme.spacing(1, 2),
    paddingBlock: theme.spacing(2),
  },
  '& li + li': { borderBlockStart: `1px solid ${theme.vars.palette.line}` },
  '& strong, & .small': { display: 'block' },
  '& .small, & .none': {
    color: theme.vars.palette.text.secondary,
    fontSize: theme.typography.body2.fontSize,
  },
  '& .ways': { display: 'flex', gap: theme.spacing(0.5) },
})) as typeof Card;

/** The past and cancelled bookings and the tax documents of a month. The Completed tab of My bookings stays hidden (ruling 22). */
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
    <Page data-flow="pastBookings" data-state={state} aria-busy={isBusy}>
      <PageTitle>Past bookings and invoices</PageTitle>
      <Button className="back" href="/my-bookings" variant="text" startIcon={<ArrowLeftIcon />}>
        My bookings
      </Button>
      <Typography variant="h1">Past bookings and invoices</Typography>
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
            className="month"
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
          <div className="columns">
            <BookingsOfMonth bookings={data.bookings} />
            <TaxDocumentsOfMonth papers={data.papers} />
          </div>
        </>
      )}
    </Page>
  );
}

const BookingsOfMonth = ({ bookings }: Pick<PastBookings, 'bookings'>) => (
  <List component="section" aria-labelledby="past-bookings">
    <h2 id="past-bookings">Bookings</h2>
    {bookings.length === 0 && <p className="none">No past bookings in this month.</p>}
    <ul>
      {bookings.map((booking) => {
        const { start, end } = bookedRange(booking);
        return (
          <li key={booking.id}>
            <span>
              <strong>
                <Link href={bookingPath(booking.id)}>{booking.room_name}</Link>
              </strong>
              <span className="small">
                {`${fullDate(booking.booking_date)}, ${clockTime(start)} to ${clockTime(end)}`}
              </span>
              <span className="small">
                {`${booking.reference}, ${moneyText(booking.paid_with, booking.amount)}${booking.status === 'cancelled' ? ', cancelled' : ''}`}
              </span>
            </span>
            <Button
              variant="outlined"
              size="small"
              href={roomPath(slugOf(booking.room_name))}
              aria-label={`Book again: ${booking.room_name}`}
            >
              Book again
            </Button>
          </li>
        );
      })}
    </ul>
  </List>
);

const TaxDocumentsOfMonth = ({ papers }: Pick<PastBookings, 'papers'>) => (
  <List component="section" aria-labelledby="past-tax-documents">
    <h2 id="past-tax-documents">Invoices and credit notes</h2>
    {papers.length === 0 && <p className="none">None in this month.</p>}
    <ul>
      {papers.map((taxDocument) => (
        <TaxDocumentRow key={taxDocument.id} taxDocument={taxDocument} />
      ))}
    </ul>
  </List>
);
