import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useSelector } from '../../app/system/useSelector.ts';
import type { BookingTaxDocuments } from '../../../machines/invoices/exports.ts';
import { longDate } from '../../../domain/time/calendar.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { LinedRecordRow, RecordDetail, RecordName, RecordRow } from './recordParts.ts';
import { rupees } from '../../../domain/money/pricing.ts';

const kinds = { invoice: 'Invoice', 'credit-note': 'Credit note' } as const;

interface Props {
  taxDocument: BookingTaxDocuments['papers'][number];
  /** The list has lines between its rows. */
  isLined?: boolean;
}

export function TaxDocumentRow({ taxDocument, isLined = false }: Props) {
  const Row = isLined ? LinedRecordRow : RecordRow;
  const download = useFlow('download', lazyFlows.bookingPage);
  const isBusy = useSelector(download, (snapshot) => snapshot.hasTag('busy'));
  const name = `${kinds[taxDocument.kind]} ${taxDocument.number}`;
  const request = (kind: 'taxDocument' | 'print', title: string) =>
    download.send({ type: 'download.requested', file: { kind, taxDocumentId: taxDocument.id, name: title } });
  return (
    <Row>
      <span>
        <RecordName>{name}</RecordName>
        <RecordDetail>
          <span>{`${longDate(taxDocument.date)}, ${rupees(taxDocument.amount, 'always')}`}</span>
          {taxDocument.demo && <span>, demo</span>}
        </RecordDetail>
      </span>
      <Stack component="span" direction="row" sx={{ gap: 0.5 }}>
        <Button
          variant="outlined"
          size="small"
          aria-disabled={isBusy}
          aria-label={`Download ${name}`}
          onClick={() => request('taxDocument', `${taxDocument.number.replaceAll('/', '-')}.pdf`)}
        >
          Download
        </Button>
        <Button
          variant="text"
          size="small"
          aria-disabled={isBusy}
          aria-label={`Print ${name}`}
          onClick={() => request('print', name)}
        >
          Print
        </Button>
      </Stack>
    </Row>
  );
}
