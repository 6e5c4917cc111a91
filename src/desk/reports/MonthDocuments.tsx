import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { DocumentsOfMonth } from '../../../machines/desk/reportFlows.ts';
import { instantText, longMonth } from '../../../domain/time/calendar.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { useResource } from '../../app/system/resource.ts';
import { DeskLoading } from '../DeskLoading.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Note } from '../ui/contentParts.ts';

/** For the accountant, as PDF files. The server makes them, which can take minutes; this panel shows the progress. */
export function MonthDocuments({ month, isOver }: { month: string; isOver: boolean }) {
  const resource = useResource(useDeskFlow('documents'), month);
  const { data, state } = resource;
  return (
    <Panel title={`Invoices and credit notes of ${longMonth(`${month}-01`)}`}>
      <div data-flow="documents" data-state={state}>
        <Note>
          <span>All of them as PDF, in the order of their numbers.</span>
          {!isOver && <span> The month is not over yet: more documents will follow.</span>}
        </Note>
      </div>
      <DeskLoading resource={resource} />
      {data && data.issued > 0 && <Archive month={month} issued={data.issued} />}
      {data && <Files documents={data} />}
    </Panel>
  );
}

/** One file with everything. The server sends it while it prints, so this page stays open until it is complete. */
function Archive({ month, issued }: { month: string; issued: number }) {
  const { isBusy, failure, send } = useForm(useDeskFlow('monthArchive'));
  return (
    <>
      <FailureAlert failure={failure} />
      <Note>A ZIP file has the GST return, the list of all documents, and each document as PDF.</Note>
      <div role="status">
        {isBusy && (
          <>
            <Typography>
              {`${counted(issued)} ${issued === 1 ? 'is' : 'are'} being printed and sent. Keep this page open.`}
            </Typography>
            <LinearProgress aria-label="Saving the ZIP file" sx={{ marginBlockStart: 1 }} />
          </>
        )}
      </div>
      <div>
        <Button size="small" aria-disabled={isBusy} onClick={() => send({ month })}>
          The month as ZIP
        </Button>
      </div>
    </>
  );
}

/** With separators of thousands and lakhs. */
const grouped = (count: number): string => rupees(100 * count).slice(1);
const counted = (count: number): string => (count === 1 ? '1 document' : `${grouped(count)} documents`);

/** As many files next to each other as fit. */
const FILES = {
  display: 'grid',
  gap: 1,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(18rem, 100%), 1fr))',
};

function Files({ documents: { month, issued, document } }: { documents: DocumentsOfMonth }) {
  const making = useForm(useDeskFlow('makeDocuments'));
  const saving = useForm(useDeskFlow('taxDocumentFile'));
  if (issued === 0) return <Typography>No invoice and no credit note was issued in this month.</Typography>;
  const isMaking = document?.state === 'making';
  const canMake = !isMaking && (document?.state !== 'ready' || document.papers !== issued);
  const files = document?.files ?? [];
  const nameOf = (position: number) =>
    document?.state === 'ready' && files.length === 1
      ? `papers-${month}`
      : `papers-${month}-part-${position}`;
  return (
    <>
      <FailureAlert failure={making.failure ?? saving.failure} />
      {document?.state === 'failed' && (
        <Alert severity="error">
          <span>
            The PDF could not be created. Please try again. If that does not help, contact the operator.
          </span>
        </Alert>
      )}
      {isMaking && (
        <div>
          <Typography role="status">
            <span>
              {document.done === 0
                ? `${counted(document.papers)} will be printed.`
                : `${grouped(document.done)} of ${counted(document.papers)} are printed.`}
            </span>
            <span> You can leave this page meanwhile.</span>
          </Typography>
          <LinearProgress
            aria-label="Printing the documents"
            {...(document.done > 0 && {
              variant: 'determinate',
              value: Math.min(100, (100 * document.done) / document.papers),
            })}
            sx={{ marginBlockStart: 1 }}
          />
        </div>
      )}
      {document?.state === 'ready' && (
        <Typography role="status">
          <span>{`${counted(document.done)} ${document.done === 1 ? 'is' : 'are'} ready, and kept until ${instantText(document.expiresAt)}.`}</span>
          {document.papers !== issued && (
            <span>{` ${grouped(issued - document.papers)} more ${issued - document.papers === 1 ? 'has' : 'have'} been issued since.`}</span>
          )}
        </Typography>
      )}
      {document && files.length > 0 && (
        <Box sx={FILES}>
          {files.map(({ position, first, last }) => (
            <Button
              key={position}
              size="small"
              variant="outlined"
              aria-disabled={saving.isBusy}
              onClick={() =>
                saving.send({ id: document.id, position: String(position), name: nameOf(position) })
              }
            >
              <span>
                {first === last
                  ? `Save document ${grouped(first)}`
                  : `Save documents ${grouped(first)} to ${grouped(last)}`}
              </span>
            </Button>
          ))}
        </Box>
      )}
      {canMake && (
        <div>
          <Button
            size="small"
            variant="outlined"
            aria-disabled={making.isBusy}
            onClick={() => making.send({ month })}
          >
            {document ? 'Create the PDF again' : 'All documents as PDF'}
          </Button>
        </div>
      )}
    </>
  );
}
