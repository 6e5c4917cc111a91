import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Staff } from '../../../machines/desk/flows.ts';
import type { RefundRequest } from '../../../machines/desk/plan/dayPlan.ts';
import { instantText } from '../../../domain/time/calendar.ts';
import { amountField } from '../../../domain/money/amounts.ts';
import { refundMethodNames } from '../../../domain/money/deskPayment.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { type BoundForm, useForm } from '../../ui/form/useForm.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { DeskFormDialog } from '../ui/DeskFormDialog.tsx';
import { DeskTable } from '../ui/DeskTable.tsx';
import { Panel } from '../ui/Panel.tsx';
import { RecordLink } from '../ui/RecordLink.tsx';

interface Props {
  readonly requests: readonly RefundRequest[];
  readonly staff: Staff;
}

/** Refunds above the limit of the person who requested them. Nothing when there are none. */
export function RefundRequests({ requests, staff }: Props) {
  const confirm = useForm(useDeskFlow('confirmRefund'));
  const decline = useForm(useDeskFlow('declineRefund'));
  return (
    <>
      {requests.length > 0 && (
        <Panel title="Refunds to confirm">
          <DeskTable
            label="Refunds to confirm"
            columns={['#Amount', 'How', 'Customer', 'Booking', 'Reason', 'Requested', 'Actions']}
            rows={requests.map((request) => ({
              key: request.id,
              cells: [
                rupees(request.amount, 'always'),
                refundMethodNames[request.method],
                request.customer,
                <RecordLink
                  key="booking"
                  staff={staff}
                  href={`/desk?date=${request.day}&booking=${request.bookingId}`}
                >
                  {request.reference}
                </RecordLink>,
                request.reason,
                `${request.by}, ${instantText(request.at)}`,
                <span key="ways">
                  {request.mayConfirm && (
                    <Button size="small" onClick={() => confirm.open(request)}>
                      Confirm
                    </Button>
                  )}
                  {request.mayDecline && (
                    <Button size="small" variant="text" onClick={() => decline.open(request)}>
                      Decline
                    </Button>
                  )}
                </span>,
              ],
            }))}
          />
        </Panel>
      )}
      {confirm.isOpen && confirm.record && <ConfirmDialog form={confirm} request={confirm.record} />}
      {decline.isOpen && decline.record && (
        <DeskFormDialog
          title={`Decline the refund of ${rupees(decline.record.amount, 'always')}`}
          form={decline}
          hiddenFields={{ requestId: decline.record.id }}
          submitLabel="Decline"
        >
          <TextField label="Reason" required {...decline.bind('reason')} />
        </DeskFormDialog>
      )}
    </>
  );
}

function ConfirmDialog({ form, request }: { form: BoundForm; request: RefundRequest }) {
  const { amount, left, before, by, customer, method, reason } = request;
  const shownLeft = form.failure?.details.present?.left ?? amountField({ with: 'card', amount: left });
  return (
    <DeskFormDialog
      title={`Refund ${rupees(amount, 'always')}`}
      description={
        <>
          <Typography>
            {`To ${customer}, ${refundMethodNames[method]}. ${by} asks for it: ${reason}.`}
          </Typography>
          <Typography>
            {`${rupees(left, 'always')} is left of what was paid. ${
              before === 0
                ? 'The desk has refunded nothing of it before.'
                : `The desk has refunded ${rupees(before, 'always')} of it before.`
            }${method === 'provider' ? '' : ' The desk pays it out afterwards, in the list of refunds.'}`}
          </Typography>
        </>
      }
      form={form}
      hiddenFields={{ requestId: request.id, left: String(shownLeft) }}
      submitLabel="Confirm the refund"
    />
  );
}
