import Stack from '@mui/material/Stack';
import Link from '@mui/material/Link';
import { lazy } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Staff } from '../../../machines/desk/flows.ts';
import type { PersonInList } from '../../../machines/desk/peopleFlows.ts';
import { dateAt } from '../../../domain/time/calendar.ts';
import { hasRole } from '../../../domain/account/roles.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { useResource } from '../../app/system/resource.ts';
import { DateInput } from '../ui/DateInput.tsx';
import { DeskForm } from '../ui/DeskForm.tsx';
import { DeskLoading } from '../DeskLoading.tsx';
import { DeskSearch } from '../DeskSearch.tsx';
import { DeskTable } from '../ui/DeskTable.tsx';
import { Panel } from '../ui/Panel.tsx';
import { BookingsTable, TaxDocumentsTable } from './RecordTables.tsx';
import { FieldPair, Note } from '../ui/contentParts.ts';

const PersonView = lazy(async () => ({ default: (await import('./PersonView.tsx')).PersonView }));

const membershipText = ({ isMember, isBlocked, role }: PersonInList): string =>
  [isMember ? 'member' : 'pays by card', isBlocked && 'blocked', role !== 'customer' && role]
    .filter(Boolean)
    .join(', ');

/** The person in the address, or the search. `now`: the server's clock, milliseconds since 1970. */
export function PeopleView({ staff, now }: { staff: Staff; now: () => number }) {
  const [query] = useSearchParams();
  const search = query.get('search') ?? '';
  const openPersonId = query.get('person');
  if (openPersonId !== null) {
    return (
      <PersonView
        id={openPersonId}
        staff={staff}
        back={`/desk?view=people&search=${encodeURIComponent(search)}`}
      />
    );
  }
  return (
    <Stack sx={{ gap: 3 }}>
      <DeskSearch search={search} />
      <Found search={search} />
      {hasRole(staff.role, 'manager') && <LedgerExport today={dateAt(now())} />}
    </Stack>
  );
}

/** Without a search, the first people by address. */
function Found({ search }: { search: string }) {
  const people = useResource(useDeskFlow('people'), search);
  const { data, state, isBusy } = people;
  const { bookings = [], papers = [] } = data ?? {};
  return (
    <Stack sx={{ gap: 3 }} data-flow="people" data-state={state} aria-busy={isBusy}>
      <DeskLoading resource={people} />
      {data && [data.data, bookings, papers].every((found) => found.length === 0) && (
        <p>
          Nothing was found. Enter the beginning of a name, a phone number, an email address, or the number of
          a booking, payment or invoice.
        </p>
      )}
      {bookings.length > 0 && (
        <Panel title="Bookings">
          <BookingsTable items={bookings} hasCustomers />
        </Panel>
      )}
      {papers.length > 0 && (
        <Panel title="Invoices and credit notes">
          <TaxDocumentsTable items={papers} hasCustomers />
        </Panel>
      )}
      {data && data.data.length > 0 && (
        <DeskTable
          label="People"
          isInPanel={false}
          columns={['Name', 'Company', 'Email address', 'Phone', 'Account', '#Points']}
          rows={data.data.map((person) => ({
            key: person.id,
            cells: [
              <Link
                key="name"
                href={`/desk?view=people&search=${encodeURIComponent(search)}&person=${person.id}`}
              >
                {person.name}
              </Link>,
              person.company,
              person.email,
              person.phone,
              membershipText(person),
              person.points,
            ],
          }))}
        />
      )}
      {data?.more && <p>There are more people. Enter more of the name.</p>}
    </Stack>
  );
}

/** A CSV file, for accounting. */
function LedgerExport({ today }: { today: string }) {
  const form = useForm(useDeskFlow('exportPoints'));
  const day = (name: 'from' | 'to', label: string, initial: string) => (
    <DateInput label={label} initial={initial} {...form.bind(name)} />
  );
  return (
    <Panel title="Points ledger">
      <Note>Every change of every balance in a period, as a table for a spreadsheet.</Note>
      <DeskForm form={form} submitLabel="Save as CSV">
        <FieldPair sx={{ maxWidth: 'min(36rem, 100%)' }}>
          {day('from', 'First day', `${today.slice(0, 8)}01`)}
          {day('to', 'Last day', today)}
        </FieldPair>
      </DeskForm>
    </Panel>
  );
}
