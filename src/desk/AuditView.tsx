import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useSearchParams } from 'react-router-dom';
import type { AuditEntry } from '../../contract/desk.ts';
import { instantText } from '../../domain/calendar.ts';
import { bookingReference } from '../../domain/bookingReference.ts';
import { useResource } from '../system/resource.ts';
import { fieldName, fieldText } from './auditText.ts';
import { DeskTable } from './DeskTable.tsx';

/** Text that the columns of a wide table must not wrap. */
const OneLine = styled('span')(({ theme }) => ({ [theme.breakpoints.up('sm')]: { whiteSpace: 'nowrap' } }));

/** The changed fields as text: 'status: confirmed → called_off'. */
function changeText({ was, became }: AuditEntry): string {
  const names = [...new Set([...Object.keys(was ?? {}), ...Object.keys(became ?? {})])];
  return names
    .map((name) => {
      const both = [was?.[name], became?.[name]].filter((value) => value !== undefined);
      return `${fieldName(name)}: ${both.map((value) => fieldText(name, value)).join(' → ')}`;
    })
    .join('; ');
}

/** A link to the changed record, if the record has a page. */
function SubjectLink({ entry: { subject, subject_id: id } }: { entry: AuditEntry }) {
  const [href, text] =
    subject === 'booking'
      ? [`/desk?booking=${id}`, bookingReference(id)]
      : subject === 'enquiry'
        ? [`/desk?view=enquiries&enquiry=${id}`, 'the enquiry']
        : subject === 'account'
          ? [`/desk?view=people&person=${id}`, 'the account']
          : [null, ''];
  return (
    href !== null && (
      <>
        ,{' '}
        <OneLine>
          <Link href={href}>{text}</Link>
        </OneLine>
      </>
    )
  );
}

/** Every change of the staff, the newest first. */
export function AuditView() {
  const [query] = useSearchParams();
  const { data: page, failure, isBusy, state } = useResource('audit', query.get('before') ?? '');
  return (
    <div data-flow="audit" data-state={state} aria-busy={isBusy}>
      {!page && isBusy && <Skeleton variant="rounded" height={240} />}
      {!page && !isBusy && failure && <Alert severity="error">{failure.message}</Alert>}
      {page?.data.length === 0 && <p>The staff have not changed anything yet.</p>}
      {page && page.data.length > 0 && (
        <DeskTable
          label="Changes by staff"
          columns={['When', 'Who', 'What', 'Change', 'Reason']}
          rows={page.data.map((entry) => ({
            key: entry.id,
            cells: [
              <OneLine key="when">{instantText(entry.at)}</OneLine>,
              entry.by,
              <span key="what">
                {entry.action}
                <SubjectLink entry={entry} />
              </span>,
              changeText(entry),
              entry.reason,
            ],
          }))}
        />
      )}
      {page && page.next !== null && (
        <Button variant="outlined" href={`/desk?view=audit&before=${page.next}`} sx={{ marginBlockStart: 2 }}>
          Older changes
        </Button>
      )}
    </div>
  );
}
