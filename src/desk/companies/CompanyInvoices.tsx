import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { hasRole } from '../../../domain/account/roles.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { monthText } from '../../../domain/time/calendar.ts';
import type { Staff } from '../../../machines/desk/flows.ts';
import type { Company, CompanyTaxDocument } from '../../../machines/desk/money/companyFlows.ts';
import { useFocusParentOnUnmount } from '../../ui/fields/useFocusParentOnUnmount.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { CorrectionFields } from '../money/exports.ts';
import { TaxDocumentsTable } from '../people/exports.ts';
import { Note } from '../ui/contentParts.ts';
import { DeskFormDialog } from '../ui/DeskFormDialog.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useDeskFlow } from '../useDeskFlow.ts';

/** What a document is, with the numbers of those that belong to it. */
function kindText({ kind, invoice, replaces, replacedBy }: CompanyTaxDocument): string {
  if (kind === 'credit-note') return `Credit note for ${invoice}`;
  return [
    'Invoice',
    replaces !== null && `replaces ${replaces}`,
    replacedBy !== null && `replaced by ${replacedBy}`,
  ]
    .filter(Boolean)
    .join(', ');
}

interface Props {
  readonly company: Company;
  readonly staff: Staff;
}

/** The invoices of the months and their credit notes. A manager corrects the buyer of an invoice. */
export function CompanyInvoices({
  company: { id, papers, otherDetails, toInvoice, isIssuing },
  staff,
}: Props) {
  const { failure, isBusy, errors, send } = useForm(useDeskFlow('invoiceCompany'));
  const correct = useForm(useDeskFlow('correctInvoice'));
  return (
    <Panel title="Invoices">
      <Note>
        A month that is over gets one invoice with its bookings on account, which is sent to the company. What
        is returned later gets a credit note.
      </Note>
      {papers.length === 0 ? (
        !isIssuing && <Typography>There is no invoice yet.</Typography>
      ) : (
        <TaxDocumentsTable
          items={papers}
          kindText={kindText}
          renderActions={({ id: invoiceId, number, correction }) =>
            correction && (
              <CorrectButton
                number={number}
                onClick={() => correct.open({ id: invoiceId, number, ...correction })}
              />
            )
          }
        />
      )}
      {otherDetails !== null && (
        <Alert severity="info">
          {`${otherDetails} shows another name, address or GSTIN than the company has now. The next invoices show those of the company.`}
        </Alert>
      )}
      {isIssuing && <Typography role="status">A document is being issued.</Typography>}
      <FailureAlert failure={failure} />
      {errors['month'] !== undefined && <Typography color="error">{errors['month']}</Typography>}
      {toInvoice && hasRole(staff.role, 'bookkeeper') && (
        <div>
          <Button aria-disabled={isBusy} onClick={() => send({ companyId: id, month: toInvoice.month })}>
            <span>{`Issue the invoice for ${monthText(toInvoice.month)}: ${rupees(toInvoice.amount, 'always')}`}</span>
          </Button>
        </div>
      )}
      {correct.isOpen && correct.record && (
        <DeskFormDialog
          title="Correct an invoice"
          form={correct}
          hiddenFields={{ invoiceId: correct.record.id }}
          submitLabel="Issue the corrected invoice"
        >
          <CorrectionFields form={correct} invoice={correct.record} buyer="company" />
        </DeskFormDialog>
      )}
    </Panel>
  );
}

/** A corrected invoice loses it. */
function CorrectButton({ number, onClick }: { number: string; onClick: () => void }) {
  const ref = useFocusParentOnUnmount<HTMLButtonElement>();
  return (
    <Button ref={ref} size="small" variant="text" aria-label={`Correct ${number}`} onClick={onClick}>
      Correct
    </Button>
  );
}
