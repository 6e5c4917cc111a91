import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import type { FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { AuditEntry } from '../../../machines/desk/flows.ts';
import type { AuditSubject } from '../../../domain/account/audit.ts';
import { instantText } from '../../../domain/time/calendar.ts';
import { useResource } from '../../app/system/resource.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { changeText, subjectOf } from './auditText.ts';
import { DateInput } from '../ui/DateInput.tsx';
import { DeskTable } from '../ui/DeskTable.tsx';

/** The columns of a wide table must not wrap this text. */
const OneLine = styled('span')(({ theme }) => ({ [theme.breakpoints.up('sm')]: { whiteSpace: 'nowrap' } }));

const Filter = styled('form')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  alignItems: 'start',
  maxWidth: '56rem',
  marginBlockEnd: theme.spacing(2),
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr)) auto' },
}));

const subjectNames: Readonly<Record<AuditSubject, string>> = {
  account: 'People',
  invitation: 'Invitations',
  booking: 'Bookings',
  'block-out': 'Blocked times',
  refund: 'Refunds',
  enquiry: 'Enquiries',
  room: 'Rooms',
  picture: 'Pictures',
  post: 'Blog',
  event: 'Events',
  policy: 'Cancellation policy',
  business: 'Business',
  invoices: 'Invoices',
  settlement: 'Settlements',
  till: 'Close of day',
  company: 'Companies',
};

/** A link if the subject has a page. */
function Subject({ entry }: { entry: AuditEntry }) {
  const { text, href } = subjectOf(entry);
  if (text === '') return null;
  return (
    <>
      <span>, </span>
      {href === null ? <span>{text}</span> : <Link href={href}>{text}</Link>}
    </>
  );
}

const FILTERS = ['subject', 'by', 'day'] as const;

function filterOf(query: URLSearchParams | FormData): URLSearchParams {
  const filter = new URLSearchParams();
  for (const name of FILTERS) {
    const value = query.get(name);
    if (typeof value === 'string' && value.trim() !== '') filter.set(name, value.trim());
  }
  return filter;
}

const auditPath = (filter: URLSearchParams, before?: number): string => {
  const query = new URLSearchParams([['view', 'audit'], ...filter]);
  if (before !== undefined) query.set('before', String(before));
  return `/desk?${query.toString()}`;
};

/** The newest change first. */
export function AuditView() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const filter = filterOf(query);
  const key = new URLSearchParams(filter);
  const before = query.get('before');
  if (before !== null) key.set('before', before);
  const { data: page, failure, isBusy, state } = useResource(useDeskFlow('audit'), key.toString());
  // The author in the address is an option also before the page is loaded.
  const authors = [...new Set([...(page?.authors ?? []), filter.get('by') ?? ''])].filter(Boolean).toSorted();
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void navigate(auditPath(filterOf(new FormData(event.currentTarget))));
  };
  return (
    <div data-flow="audit" data-state={state} aria-busy={isBusy}>
      <Filter key={filter.toString()} role="search" aria-label="Filter the changes" onSubmit={show}>
        <TextField
          select
          label="Kind"
          name="subject"
          defaultValue={filter.get('subject') ?? ''}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">Everything</MenuItem>
          {Object.entries(subjectNames).map(([subject, name]) => (
            <MenuItem key={subject} value={subject}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label="Changed by"
          name="by"
          defaultValue={filter.get('by') ?? ''}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">Everybody</MenuItem>
          {authors.map((name) => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <DateInput label="Day" name="day" initial={filter.get('day') ?? ''} required={false} />
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignSelf: 'center' }}>
          <Button type="submit">Show</Button>
          {filter.size > 0 && (
            <Button variant="outlined" href="/desk?view=audit">
              Show all
            </Button>
          )}
        </Stack>
      </Filter>
      {!page && isBusy && <Skeleton variant="rounded" height={240} />}
      {!page && !isBusy && failure && <Alert severity="error">{failure.message}</Alert>}
      {page?.data.length === 0 && (
        <p>
          {filter.size > 0 ? 'No change matches the filter.' : 'The staff have not changed anything yet.'}
        </p>
      )}
      {page && page.data.length > 0 && (
        <DeskTable
          label="Changes by staff"
          isInPanel={false}
          columns={['When', 'Who', 'What', 'Change', 'Reason']}
          rows={page.data.map((entry) => ({
            key: entry.id,
            cells: [
              <OneLine key="when">{instantText(entry.at)}</OneLine>,
              entry.by,
              <span key="what">
                <span>{entry.action}</span>
                <Subject entry={entry} />
              </span>,
              changeText(entry),
              entry.reason,
            ],
          }))}
        />
      )}
      {page && page.next !== null && (
        <Button variant="outlined" href={auditPath(filter, page.next)} sx={{ marginBlockStart: 2 }}>
          Older changes
        </Button>
      )}
    </div>
  );
}
