import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import type { Staff } from '../../../contract/desk/desk.ts';
import type { Person } from '../../../contract/desk/people.ts';
import { bookingReference } from '../../../domain/bookings/bookingReference.ts';
import { dateAt, instantText, longDate } from '../../../domain/time/calendar.ts';
import { pointKindNames } from '../../../domain/money/pointKinds.ts';
import { pointsText } from '../../../domain/money/points.ts';
import { hasRole } from '../../../domain/account/roles.ts';
import { useResource } from '../../app/system/resource.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { DeskLoading } from '../DeskLoading.tsx';
import { AddressWarning } from './UnprovenAddress.tsx';
import { DeskTable } from '../ui/DeskTable.tsx';
import { Panel } from '../ui/Panel.tsx';
import { StatusChip } from '../ui/StatusChip.tsx';
import { BlockForm, MembershipForm, PointsForm } from './PersonForms.tsx';
import { BookingsTable, TaxDocumentsTable } from './RecordTables.tsx';

const Page = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(3),
  '& > h2': { ...theme.typography.h3, margin: 0, overflowWrap: 'anywhere' },
  '& .columns': {
    display: 'grid',
    gap: theme.spacing(3),
    alignItems: 'start',
    gridTemplateColumns: 'minmax(0, 1fr)',
    [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)' },
  },
  '& .side': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: theme.spacing(3), minWidth: 0 },
}));

const signedPoints = (points: number): string => (points > 0 ? `+${points}` : `−${-points}`);

/** An account with its bookings, tax documents and points, and the forms for managers. */
export function PersonView({ id, staff, back }: { id: string; staff: Staff; back: string }) {
  const resource = useResource(useDeskFlow('person'), id);
  const { data: person, state, isBusy } = resource;
  return (
    <Page data-flow="person" data-state={state} aria-busy={isBusy}>
      <div>
        <Link href={back}>All people</Link>
      </div>
      <DeskLoading resource={resource} />
      {person && (
        <>
          <h2>{person.name}</h2>
          <div className="columns">
            <div className="side">
              <About person={person} />
              {hasRole(staff.role, 'manager') && (
                <>
                  <MembershipForm person={person} />
                  <PointsForm person={person} />
                  {person.role === 'customer' && <BlockForm person={person} />}
                </>
              )}
            </div>
            <div className="side">
              <Ledger person={person} />
              <Bookings person={person} />
              <Invoices person={person} />
            </div>
          </div>
        </>
      )}
    </Page>
  );
}

const About = ({ person }: { person: Person }) => (
  <Panel title="Account">
    <AddressWarning person={person} />
    <dl>
      <dt>State</dt>
      <dd>
        <StatusChip tone={person.is_blocked ? 'bad' : person.is_member ? 'good' : 'quiet'}>
          {person.is_blocked ? 'Blocked' : person.is_member ? 'Member' : 'Pays by card'}
        </StatusChip>
      </dd>
      {person.role !== 'customer' && (
        <>
          <dt>Role</dt>
          <dd>{person.role}</dd>
        </>
      )}
      <dt>Email</dt>
      <dd>
        {person.email === '' ? (
          <span>none any more</span>
        ) : (
          <Link component="a" href={`mailto:${person.email}`}>
            {person.email}
          </Link>
        )}
        {person.email !== '' && !person.email_confirmed && <span> (not confirmed)</span>}
      </dd>
      <dt>Phone</dt>
      <dd>
        <Link component="a" href={`tel:${person.phone}`}>
          {person.phone}
        </Link>
      </dd>
      {person.company && (
        <>
          <dt>Company</dt>
          <dd>{person.company}</dd>
        </>
      )}
      <dt>Points</dt>
      <dd>
        {person.ending_points > 0
          ? `${person.points}, of which ${person.ending_points} expire at the end of the month`
          : person.points}
      </dd>
      <dt>Each month</dt>
      <dd>{person.monthly_points === 0 ? 'none' : pointsText(person.monthly_points)}</dd>
      <dt>Customer since</dt>
      <dd>{longDate(dateAt(Date.parse(person.since)))}</dd>
    </dl>
  </Panel>
);

const Ledger = ({ person: { entries } }: { person: Person }) => (
  <Panel title="Points">
    {entries.length === 0 ? (
      <p>There have been no points yet.</p>
    ) : (
      <DeskTable
        label="Changes of points"
        columns={['When', 'What', '#Points', '#Balance', 'Booking', 'Reason']}
        rows={entries.map((entry) => ({
          key: entry.id,
          cells: [
            instantText(entry.at),
            pointKindNames[entry.kind],
            signedPoints(entry.points),
            entry.balance,
            entry.booking_id === null ? '' : bookingReference(entry.booking_id),
            entry.reason,
          ],
        }))}
      />
    )}
  </Panel>
);

const Bookings = ({ person: { bookings } }: { person: Person }) => (
  <Panel title="Bookings">
    {bookings.length === 0 ? <p>There are no bookings.</p> : <BookingsTable items={bookings} />}
  </Panel>
);

const Invoices = ({ person: { papers } }: { person: Person }) => (
  <Panel title="Invoices and credit notes">
    {papers.length === 0 ? <p>There are no invoices.</p> : <TaxDocumentsTable items={papers} />}
  </Panel>
);
