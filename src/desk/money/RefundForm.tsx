import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Fragment, useState } from 'react';
import type { DeskBooking, Refundable } from '../../../machines/desk/plan/dayPlan.ts';
import { amountField } from '../../../domain/money/amounts.ts';
import { refundMethodNames } from '../../../domain/money/deskPayment.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { OpenableForm } from '../ui/OpenableForm.tsx';
import { Fact, FactName, FieldPair } from '../ui/contentParts.ts';
import { refundReasonNames } from './refundReasonNames.ts';

const refundStates: Record<DeskBooking['refunds'][number]['status'], string> = {
  due: 'due',
  requested: 'at the provider',
  processed: 'refunded',
};

/** Each refund of a booking with its reason and state. */
export const RefundFacts = ({ refunds }: Pick<DeskBooking, 'refunds'>) => (
  <>
    {refunds.map(({ amount, reason, status, bankReference }, index) => (
      <Fragment key={index}>
        <FactName>Refund</FactName>
        <Fact>
          {[`${rupees(amount, 'always')} ${refundStates[status]}`, refundReasonNames[reason], bankReference]
            .filter((text) => text !== null)
            .join(', ')}
        </Fact>
      </Fragment>
    ))}
  </>
);

/** A refund of the booking that somebody has to confirm. */
export const WaitingRefund = ({ refundRequest: request }: Pick<DeskBooking, 'refundRequest'>) =>
  request && (
    <Alert severity="info">
      <span>{`A refund of ${rupees(request.amount, 'always')} ${refundMethodNames[request.method]} by ${request.by} waits for a confirmation. `}</span>
      <Link href="/desk?view=money">{request.mayConfirm ? 'Confirm or decline it' : 'Open the refunds'}</Link>
    </Alert>
  );

const limitText = ({ left, alone }: Refundable): string => {
  const leftText = `${rupees(left, 'always')} is left of what was paid.`;
  if (alone === null || alone >= left) return leftText;
  return alone === 0
    ? `${leftText} A person with a higher limit has to confirm the refund.`
    : `${leftText} You refund up to ${rupees(alone, 'always')} alone; more has to be confirmed.`;
};

/** What the caller may return above the policy, or '' without a limit. */
export const abovePolicyText = (refundable: Refundable | null): string =>
  refundable === null || refundable.alone === null || refundable.alone >= refundable.left
    ? ''
    : `You return up to ${rupees(refundable.alone, 'always')} more than that. For more, return what the policy returns, and then request the rest with "Refund an amount". `;

/** Refunds an amount. The booking stays as it is. */
export function RefundForm({ booking }: { booking: DeskBooking }) {
  const form = useForm(useDeskFlow('deskRefund'));
  const { bind, failure, isBusy } = form;
  const { refundable } = booking;
  const [chosenMethod, setMethod] = useState<string | null>(null);
  if (refundable === null || booking.refundRequest !== null) return null;
  const isAtProvider = refundable.atProvider > 0;
  const isOnAccount = booking.payments.some((payment) => payment.method === 'desk-account');
  const method = chosenMethod ?? (isOnAccount ? 'account' : isAtProvider ? 'provider' : 'cash');
  const { onChange: onMethodChange, helperText: methodError, ...methodField } = bind('method');
  const { helperText: referenceError, ...referenceField } = bind('reference');
  const { helperText: reasonError, ...reasonField } = bind('reason');
  const left = failure?.details.present?.left ?? amountField({ with: 'card', amount: refundable.left });
  return (
    <OpenableForm
      form={form}
      openLabel="Refund an amount"
      hiddenFields={{ bookingId: booking.id, left: String(left) }}
      submitLabel="Refund"
      cancelLabel="Do not refund"
    >
      <Typography>{`The booking stays as it is. ${limitText(refundable)}`}</Typography>
      <FieldPair>
        <TextField
          label="Amount, in rupees"
          required
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          {...bind('amount')}
        />
        <TextField
          select
          label="How"
          value={method}
          disabled={isBusy}
          {...methodField}
          helperText={
            methodError ??
            (refundable.disputed ? 'A bank decides about a dispute: the refund waits for it.' : undefined)
          }
          onChange={({ target }) => {
            setMethod(target.value);
            onMethodChange();
          }}
        >
          {isAtProvider && <MenuItem value="provider">To the card or account that paid</MenuItem>}
          {isOnAccount && <MenuItem value="account">Off the account of the company</MenuItem>}
          {!isOnAccount && <MenuItem value="cash">In cash</MenuItem>}
          {!isOnAccount && <MenuItem value="upi">By UPI</MenuItem>}
        </TextField>
      </FieldPair>
      {method === 'upi' && (
        <TextField
          label="Reference"
          {...referenceField}
          helperText={referenceError ?? 'The transaction number, unless the refund has to be confirmed first'}
        />
      )}
      <TextField
        label="Reason"
        required
        {...reasonField}
        helperText={
          reasonError ?? 'For the audit. The credit note is sent by email if the customer has an address.'
        }
      />
    </OpenableForm>
  );
}
