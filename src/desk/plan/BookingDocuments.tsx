import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import type { DeskBooking, DeskTaxDocument } from '../../../machines/desk/plan/dayPlan.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { longDate } from '../../../domain/time/calendar.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { useFocusOnChange } from '../../ui/fields/useFocusOnChange.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { CorrectionFields } from '../money/exports.ts';
import { DeskForm } from '../ui/DeskForm.tsx';
import { TaxDocumentButtons } from '../ui/TaxDocumentButtons.tsx';
import { Fact, FactName, Facts } from '../ui/contentParts.ts';

const kindName = ({ kind, replaced }: DeskTaxDocument): string => {
  if (kind === 'credit-note') return 'Credit note';
  return replaced ? 'Replaced invoice' : 'Invoice';
};

/** The invoices and credit notes of a booking. Everybody prints them; a manager corrects the buyer of an invoice. */
export function BookingDocuments({ documents }: Pick<DeskBooking, 'documents'>) {
  const file = useForm(useDeskFlow('taxDocumentFile'));
  const correct = useForm(useDeskFlow('correctInvoice'));
  const ref = useFocusOnChange(correct.isOpen);
  if (documents.length === 0) return null;
  return (
    <Stack sx={{ gap: 1 }} ref={ref}>
      <Typography variant="h5" component="h3">
        Invoices
      </Typography>
      <FailureAlert failure={file.failure} />
      <Facts>
        {documents.map((document) => {
          const { id, number, date, amount, correction } = document;
          return (
            <Fragment key={id}>
              <FactName>{kindName(document)}</FactName>
              <Fact>
                <div>{number}</div>
                <div>{`${longDate(date)}, ${rupees(amount, 'always')}`}</div>
                {/* The text of the buttons is below that of the document. */}
                <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, marginInlineStart: -1.75 }}>
                  <TaxDocumentButtons id={id} number={number} file={file} />
                  {correction !== null && !correct.isOpen && (
                    <Button
                      size="small"
                      variant="text"
                      aria-label={`Correct ${number}`}
                      onClick={() => correct.open({ id, number, ...correction })}
                    >
                      Correct
                    </Button>
                  )}
                </Box>
              </Fact>
            </Fragment>
          );
        })}
      </Facts>
      {correct.isOpen && correct.record && (
        <DeskForm
          form={correct}
          hiddenFields={{ invoiceId: correct.record.id }}
          submitLabel="Issue the corrected invoice"
          cancel={{ label: 'Do not correct', onClick: correct.dismiss }}
        >
          <CorrectionFields form={correct} invoice={correct.record} buyer="customer" />
        </DeskForm>
      )}
    </Stack>
  );
}
