import Alert from '@mui/material/Alert';
import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import { StaleNotice } from '../../app/errors/StaleNotice.tsx';
import { useResource } from '../../app/system/resource.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { TaxDocumentRow } from './TaxDocumentRow.tsx';

const Frame = styled(Card)(({ theme }) => ({
  '@media print': { display: 'none' },
  '& ul': { display: 'grid', gap: theme.spacing(2), margin: 0, padding: 0, listStyle: 'none' },
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: theme.spacing(1, 2),
  },
  '& .ways': { display: 'flex', gap: theme.spacing(0.5) },
  '& strong, & .small': { display: 'block' },
  '& .small': { color: theme.vars.palette.text.secondary, fontSize: theme.typography.body2.fontSize },
  '& p': { margin: 0, color: theme.vars.palette.text.secondary },
})) as typeof Card;

/** The invoice of a booking and its credit notes, to download or print; nothing for a booking without an invoice. */
export function TaxDocumentsCard({ bookingId }: { bookingId: string }) {
  const { data, failure, isBusy, refresh } = useResource(
    useFlow('taxDocuments', lazyFlows.bookingPage),
    bookingId,
  );
  if (failure && !isBusy) {
    return <StaleNotice title="The invoice could not be loaded." text={failure.message} onRetry={refresh} />;
  }
  if (!data || data.status === 'none') return null;
  return (
    <Frame component="section" aria-labelledby="tax-documents-title" className="panel">
      <h2 id="tax-documents-title">Invoice</h2>
      {data.status === 'with-points' && (
        <p>Points are invoiced when they are bought, so a booking with points has no invoice.</p>
      )}
      {data.papers.length > 0 && (
        <ul>
          {data.papers.map((taxDocument) => (
            <TaxDocumentRow key={taxDocument.id} taxDocument={taxDocument} />
          ))}
        </ul>
      )}
      {data.status === 'being-issued' && (
        <Alert severity="info" icon={false} role="status">
          {data.papers.length === 0 ? 'Your invoice' : 'Another document'} is being prepared. It will appear
          here within a minute.
        </Alert>
      )}
    </Frame>
  );
}
