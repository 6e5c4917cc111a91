import Stack from '@mui/material/Stack';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { StaleNotice } from '../../app/errors/StaleNotice.tsx';
import { useResource } from '../../app/system/resource.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { Panel, PanelTitle } from './bookingPageParts.ts';
import { TaxDocumentRow } from './TaxDocumentRow.tsx';

/** Nothing for a booking without an invoice. */
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
    <Panel component="section" aria-labelledby="tax-documents-title" sx={{ displayPrint: 'none' }}>
      <PanelTitle id="tax-documents-title">Invoice</PanelTitle>
      {data.status === 'with-points' && (
        <Box component="p" sx={{ margin: 0, color: 'text.secondary' }}>
          Points are invoiced when they are bought, so a booking with points has no invoice.
        </Box>
      )}
      {data.status === 'on-account' && (
        <Box component="p" sx={{ margin: 0, color: 'text.secondary' }}>
          This booking is on the monthly invoice of your company, which gets it by email.
        </Box>
      )}
      {data.papers.length > 0 && (
        <Stack component="ul" sx={{ gap: 2, margin: 0, padding: 0, listStyle: 'none' }}>
          {data.papers.map((taxDocument) => (
            <TaxDocumentRow key={taxDocument.id} taxDocument={taxDocument} />
          ))}
        </Stack>
      )}
      {data.status === 'being-issued' && (
        <Alert severity="info" icon={false} role="status">
          {data.papers.length === 0 ? 'Your invoice' : 'Another document'} is being prepared. It will appear
          here within a minute.
        </Alert>
      )}
    </Panel>
  );
}
