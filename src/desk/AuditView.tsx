import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useSearchParams } from 'react-router-dom';
import type { AuditEntry } from '../../contract/desk.ts';
import { bookingReference } from '../../domain/bookingReference.ts';
import { useResource } from '../system/resource.ts';
import { instantText } from './instantText.ts';

function valueText(value: unknown): string {
  if (value === null || value === '') return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What is different, in words: 'status: confirmed → called_off'. */
function changeText({ was, became }: AuditEntry): string {
  const names = [...new Set([...Object.keys(was ?? {}), ...Object.keys(became ?? {})])];
  return names
    .map((name) => {
      const [before, after] = [was?.[name], became?.[name]];
      if (before === undefined) return `${name}: ${valueText(after)}`;
      return after === undefined
        ? `${name}: ${valueText(before)}`
        : `${name}: ${valueText(before)} → ${valueText(after)}`;
    })
    .join('; ');
}

/** Every change of the staff, the newest first. */
export function AuditView() {
  const [query] = useSearchParams();
  const { data: page, failure, isBusy, state } = useResource('audit', query.get('before') ?? '');
  return (
    <div data-flow="audit" data-state={state} aria-busy={isBusy}>
      {!page && isBusy && <Skeleton variant="rounded" height={240} />}
      {!page && !isBusy && failure && <Alert severity="error">{failure.message}</Alert>}
      {page?.data.length === 0 && <p>Nobody of the staff has changed anything yet.</p>}
      {page && page.data.length > 0 && (
        <TableContainer>
          <Table size="small" aria-label="Changes of the staff">
            <TableHead>
              <TableRow>
                {['When', 'Who', 'What', 'Change', 'Reason'].map((title) => (
                  <TableCell key={title}>{title}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {page.data.map((entry) => (
                <TableRow key={entry.id}>
                  <TableCell sx={{ whiteSpace: 'nowrap' }}>{instantText(entry.at)}</TableCell>
                  <TableCell>{entry.by}</TableCell>
                  <TableCell>
                    {entry.action}
                    {entry.subject === 'booking' && (
                      <>
                        ,{' '}
                        <Link href={`/desk?booking=${entry.subject_id}`}>
                          {bookingReference(entry.subject_id)}
                        </Link>
                      </>
                    )}
                    {entry.subject === 'enquiry' && (
                      <>
                        , <Link href={`/desk?view=enquiries&enquiry=${entry.subject_id}`}>the enquiry</Link>
                      </>
                    )}
                    {entry.subject === 'account' && (
                      <>
                        , <Link href={`/desk?view=people&person=${entry.subject_id}`}>the account</Link>
                      </>
                    )}
                  </TableCell>
                  <TableCell>{changeText(entry)}</TableCell>
                  <TableCell>{entry.reason}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {page && page.next !== null && (
        <Button variant="outlined" href={`/desk?view=audit&before=${page.next}`} sx={{ marginBlockStart: 2 }}>
          Older changes
        </Button>
      )}
    </div>
  );
}
