import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { MAX_SEARCH_LENGTH } from '../../../domain/account/deskSearch.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { addMonths, dateAt, isDate, longDate, longMonth } from '../../../domain/time/calendar.ts';
import type { Staff } from '../../../machines/desk/flows.ts';
import type { IssuedTaxDocuments } from '../../../machines/desk/reportFlows.ts';
import { useResource } from '../../app/system/resource.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { DeskLoading } from '../DeskLoading.tsx';
import { DeskTable } from '../ui/DeskTable.tsx';
import { RecordLink } from '../ui/RecordLink.tsx';
import { TaxDocumentButtons } from '../ui/TaxDocumentButtons.tsx';
import { useDeskFlow } from '../useDeskFlow.ts';

const Filter = styled('form')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  alignItems: 'start',
  maxWidth: '56rem',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr) auto' },
}));

const FILTERS = ['search', 'month'] as const;
/** The months of this and the last six financial years are offered. */
const MAX_MONTHS = 84;

function filterOf(query: URLSearchParams | FormData): URLSearchParams {
  const filter = new URLSearchParams();
  for (const name of FILTERS) {
    const value = query.get(name);
    if (typeof value === 'string' && value.trim() !== '') filter.set(name, value.trim());
  }
  if (!isDate(`${filter.get('month') ?? ''}-01`)) filter.delete('month');
  return filter;
}

const pathOf = (filter: URLSearchParams, before?: number): string => {
  const query = new URLSearchParams([['view', 'invoices'], ...filter]);
  if (before !== undefined) query.set('before', String(before));
  return `/desk?${query.toString()}`;
};

/** The issued invoices and credit notes, the latest first. `now`: the server's clock, milliseconds since 1970. */
export function TaxDocumentsView({ staff, now }: { staff: Staff; now: () => number }) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const filter = filterOf(query);
  const key = new URLSearchParams(filter);
  const before = query.get('before');
  if (before !== null && /^\d{1,9}$/.test(before)) key.set('before', before);
  const resource = useResource(useDeskFlow('issuedDocuments'), key.toString());
  const { data, state, isBusy } = resource;
  const show = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void navigate(pathOf(filterOf(new FormData(event.currentTarget))));
  };
  const month = filter.get('month') ?? '';
  const thisMonth = `${dateAt(now()).slice(0, 7)}-01`;
  const months = Array.from({ length: MAX_MONTHS }, (_each, index) =>
    addMonths(thisMonth, -index).slice(0, 7),
  );
  return (
    <Stack sx={{ gap: 3 }} data-flow="issuedDocuments" data-state={state} aria-busy={isBusy}>
      <Filter key={filter.toString()} role="search" aria-label="Find invoices" onSubmit={show}>
        <TextField
          label="Number, name or GSTIN"
          name="search"
          type="search"
          defaultValue={filter.get('search') ?? ''}
          slotProps={{ htmlInput: { maxLength: MAX_SEARCH_LENGTH, autoComplete: 'off' } }}
        />
        <TextField
          select
          label="Month"
          name="month"
          defaultValue={month}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          <option value="">All months</option>
          {(month === '' || months.includes(month) ? months : [month, ...months]).map((each) => (
            <option key={each} value={each}>
              {longMonth(`${each}-01`)}
            </option>
          ))}
        </TextField>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignSelf: 'end' }}>
          <Button type="submit">Show</Button>
          {filter.size > 0 && (
            <Button variant="outlined" href="/desk?view=invoices">
              Show all
            </Button>
          )}
        </Stack>
      </Filter>
      <DeskLoading resource={resource} />
      {data?.documents.length === 0 && (
        <Typography>
          {filter.size > 0
            ? 'No invoice and no credit note matches the filter.'
            : 'No invoice was issued yet.'}
        </Typography>
      )}
      {data && data.documents.length > 0 && <Documents staff={staff} documents={data.documents} />}
      {data && data.next !== null && (
        <div>
          <Button variant="outlined" href={pathOf(filter, data.next)}>
            Older ones
          </Button>
        </div>
      )}
    </Stack>
  );
}

const kindName = ({ kind, replaced }: IssuedTaxDocuments['documents'][number]): string => {
  if (kind === 'credit-note') return 'Credit note';
  return replaced ? 'Replaced invoice' : 'Invoice';
};

function Documents({ staff, documents }: { staff: Staff } & Pick<IssuedTaxDocuments, 'documents'>) {
  const file = useForm(useDeskFlow('taxDocumentFile'));
  return (
    <div>
      <FailureAlert failure={file.failure} />
      <DeskTable
        label="Invoices and credit notes"
        isInPanel={false}
        columns={['Number', 'Kind', 'Date', 'Customer', 'GSTIN', '#Amount', 'File']}
        rows={documents.map((document) => ({
          key: document.id,
          cells: [
            document.number,
            kindName(document),
            longDate(document.date),
            <RecordLink
              key="customer"
              staff={staff}
              href={
                document.userId === null
                  ? `/desk?view=companies&company=${document.companyId}`
                  : `/desk?view=people&person=${document.userId}`
              }
            >
              {document.customer}
            </RecordLink>,
            document.gstin,
            rupees(document.amount, 'always'),
            // Their text is below the column's title.
            <Box key="file" sx={{ marginInlineStart: -1.75 }}>
              <TaxDocumentButtons id={document.id} number={document.number} file={file} />
            </Box>,
          ],
        }))}
      />
    </div>
  );
}
