import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { Staff } from '../../../machines/desk/flows.ts';
import { canBeCustomer, type Person } from '../../../machines/desk/peopleFlows.ts';
import { bookingReference } from '../../../domain/bookings/bookingReference.ts';
import { dateAt, instantText, longDate } from '../../../domain/time/calendar.ts';
import { pointKindNames } from '../../../domain/money/pointKinds.ts';
import { pointsText } from '../../../domain/money/points.ts';
import { hasRole } from '../../../domain/account/roles.ts';
import { PlusIcon } from '../../ui/icons/pages.tsx';
import { useResource } from '../../app/system/resource.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { DeskLoading } from '../DeskLoading.tsx';
import { AddressWarning } from './UnprovenAddress.tsx';
import { DeskTable } from '../ui/DeskTable.tsx';
import { Panel } from '../ui/Panel.tsx';
import { StatusChip } from '../../ui/layout/StatusChip.tsx';
import { BlockForm, CloseForm, MembershipForm, PointsForm } from './PersonForms.tsx';
import { BookingsTable, TaxDocumentsTable } from './RecordTables.tsx';
import { Fact, FactName, Facts } from '../ui/contentParts.ts';

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)' },
}));

const signedPoints = (points: number): string => (points > 0 ? `+${points}` : `−${-points}`);

/** The forms are for managers. */
export function PersonView({ id, staff, back }: { id: string; staff: Staff; back: string }) {
  const resource = useResource(useDeskFlow('person'), id);
  const { data: person, state, isBusy } = resource;
  return (
    <Stack sx={{ gap: 3 }} data-flow="person" data-state={state} aria-busy={isBusy}>
      <div>
        <Link href={back}>All people</Link>
      </div>
      <DeskLoading resource={resource} />
      {person && (
        <>
          <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
            <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
              {person.name}
            </Typography>
            {canBeCustomer(person) && (
              <Button size="small" startIcon={<PlusIcon />} href={`/desk?sell=${person.id}`}>
                Sell a room
              </Button>
            )}
          </Stack>
          <Columns>
            <Stack sx={{ gap: 3, minWidth: 0 }}>
              <About person={person} />
              {hasRole(staff.role, 'manager') && (
                <>
                  <MembershipForm person={person} />
                  <PointsForm person={person} />
                  {person.role === 'customer' && <BlockForm person={person} />}
                  {person.identity === 'phone-only' && <CloseForm person={person} />}
                </>
              )}
            </Stack>
            <Stack sx={{ gap: 3, minWidth: 0 }}>
              <Ledger person={person} />
              <Bookings person={person} />
              <Invoices person={person} />
            </Stack>
          </Columns>
        </>
      )}
    </Stack>
  );
}

const About = ({ person }: { person: Person }) => (
  <Panel title="Account">
    <AddressWarning person={person} />
    <Facts>
      <FactName>State</FactName>
      <Fact>
        <StatusChip tone={person.isBlocked ? 'bad' : person.isMember ? 'good' : 'quiet'}>
          {person.isBlocked ? 'Blocked' : person.isMember ? 'Member' : 'Pays by card'}
        </StatusChip>
      </Fact>
      {person.role !== 'customer' && (
        <>
          <FactName>Role</FactName>
          <Fact>{person.role}</Fact>
        </>
      )}
      <FactName>Email</FactName>
      <Fact>
        {person.email === '' ? (
          <span>{person.identity === 'phone-only' ? 'none' : 'none any more'}</span>
        ) : (
          <Link component="a" href={`mailto:${person.email}`}>
            {person.email}
          </Link>
        )}
        {person.email !== '' && !person.emailConfirmed && <span> (not confirmed)</span>}
      </Fact>
      <FactName>Phone</FactName>
      <Fact>
        <Link component="a" href={`tel:${person.phone}`}>
          {person.phone}
        </Link>
      </Fact>
      {person.company && (
        <>
          <FactName>Company</FactName>
          <Fact>{person.company}</Fact>
        </>
      )}
      {person.billing && (
        <>
          <FactName>Invoices to</FactName>
          <Fact>{[person.billing.companyName, person.billing.gstin].filter(Boolean).join(', GSTIN ')}</Fact>
        </>
      )}
      {person.booksFor && (
        <>
          <FactName>On account of</FactName>
          <Fact>
            <Link href={`/desk?view=companies&company=${person.booksFor.id}`}>{person.booksFor.name}</Link>
          </Fact>
        </>
      )}
      <FactName>Points</FactName>
      <Fact>
        {person.endingPoints > 0
          ? `${person.points}, of which ${person.endingPoints} expire at the end of the month`
          : person.points}
      </Fact>
      <FactName>Each month</FactName>
      <Fact>{person.monthlyPoints === 0 ? 'none' : pointsText(person.monthlyPoints)}</Fact>
      <FactName>Customer since</FactName>
      <Fact>{longDate(dateAt(Date.parse(person.since)))}</Fact>
    </Facts>
  </Panel>
);

const Ledger = ({ person: { entries } }: { person: Person }) => (
  <Panel title="Points">
    {entries.length === 0 ? (
      <Typography>There have been no points yet.</Typography>
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
            entry.bookingId === null ? '' : bookingReference(entry.bookingId),
            entry.reason,
          ],
        }))}
      />
    )}
  </Panel>
);

const Bookings = ({ person: { bookings } }: { person: Person }) => (
  <Panel title="Bookings">
    {bookings.length === 0 ? (
      <Typography>There are no bookings.</Typography>
    ) : (
      <BookingsTable items={bookings} />
    )}
  </Panel>
);

const Invoices = ({ person: { papers } }: { person: Person }) => (
  <Panel title="Invoices and credit notes">
    {papers.length === 0 ? (
      <Typography>There are no invoices.</Typography>
    ) : (
      <TaxDocumentsTable items={papers} />
    )}
  </Panel>
);
