import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Staff } from '../../../contract/desk.ts';
import type { PersonInList } from '../../../contract/people.ts';
import { dateAt } from '../../../domain/calendar.ts';
import { hasRole } from '../../../domain/roles.ts';
import { useAccountForm } from '../../account/useAccountForm.ts';
import { useFlow } from '../../system/flows.ts';
import { useResource } from '../../system/resource.ts';
import { DateInput } from '../DateInput.tsx';
import { DeskForm } from '../DeskForm.tsx';
import { DeskLoading } from '../DeskLoading.tsx';
import { DeskTable } from '../DeskTable.tsx';
import { Panel } from '../Panel.tsx';
import { PersonView } from './PersonView.tsx';
import { entryOf } from '../../account/entryOf.ts';

const Page = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(3),
  '& .search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'end',
    gap: theme.spacing(1.5),
    maxWidth: '40rem',
  },
  '& .search .MuiTextField-root': { flex: '1 1 16rem' },
}));

const membershipText = ({ is_member, is_blocked, role }: PersonInList): string =>
  [is_member ? 'member' : 'pays by card', is_blocked && 'blocked', role !== 'customer' && role]
    .filter(Boolean)
    .join(', ');

/** The search for people, or the person in the address. `now`: the server's clock, milliseconds since 1970. */
export function PeopleView({ staff, now }: { staff: Staff; now: () => number }) {
  const [query, setQuery] = useSearchParams();
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
  const submitSearch = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setQuery({ view: 'people', search: (entryOf(event.currentTarget)['search'] ?? '').trim() });
  };
  return (
    <Page>
      <form className="search" role="search" onSubmit={submitSearch}>
        <TextField
          key={search}
          label="Name, company, email address or phone"
          name="search"
          type="search"
          defaultValue={search}
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
        <Button type="submit">Find</Button>
      </form>
      <PeopleList search={search} />
      {hasRole(staff.role, 'manager') && <LedgerExport today={dateAt(now())} />}
    </Page>
  );
}

function PeopleList({ search }: { search: string }) {
  const people = useResource('people', search);
  const { data, state, isBusy } = people;
  return (
    <div data-flow="people" data-state={state} aria-busy={isBusy}>
      <DeskLoading resource={people} />
      {data?.data.length === 0 && (
        <p>Nobody was found with this name, company, email address or phone number.</p>
      )}
      {data && data.data.length > 0 && (
        <DeskTable
          label="People"
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
      {data?.more && <p>There are more results. Enter more of the name.</p>}
    </div>
  );
}

/** Saves the points ledger of a period as a CSV file, for accounting. */
function LedgerExport({ today }: { today: string }) {
  const form = useAccountForm(useFlow('exportPoints'));
  const day = (name: 'from' | 'to', label: string, initial: string) => (
    <DateInput label={label} initial={initial} {...form.bind(name)} />
  );
  return (
    <Panel title="Points ledger">
      <p className="soft">Every change of every balance in a period, as a table for a spreadsheet.</p>
      <DeskForm form={form} submitLabel="Save as CSV">
        <div className="pair">
          {day('from', 'First day', `${today.slice(0, 8)}01`)}
          {day('to', 'Last day', today)}
        </div>
      </DeskForm>
    </Panel>
  );
}
