import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import { styled } from '@mui/material/styles';
import type { RefundItem } from '../../../contract/bookings/booking.ts';
import { type DeskMethod, deskMethodNames } from '../../../domain/money/deskPayment.ts';
import { refundReasonTexts } from '../../../domain/money/refundReasons.ts';
import { moneyText } from './moneyText.ts';

const Frame = styled('section')(({ theme }) => ({
  marginBlockStart: theme.spacing(2.5),
  paddingBlockStart: theme.spacing(2.5),
  borderBlockStart: `1px solid ${theme.vars.palette.line}`,
  '& h3': { ...theme.typography.subtitle1, margin: 0, fontWeight: 650 },
  '& .more': { color: theme.vars.palette.text.secondary, fontSize: theme.typography.body2.fontSize },
  '& h3 + p': { margin: theme.spacing(0.25, 0, 2), color: theme.vars.palette.text.secondary },
}));

/** The index of the first incomplete step; the number of steps if all are complete. */
const ACTIVE_STEP: Readonly<Record<RefundItem['status'], number>> = { due: 1, requested: 2, processed: 3 };

/** The progress of a refund, with the references that a customer needs to ask the bank about it. */
export const RefundSteps = ({ refund, label }: { refund: RefundItem; label: string }) => (
  <Frame aria-label={label}>
    <h3>{`Refund of ${moneyText('card', refund.amount)}`}</h3>
    <p>{refundReasonTexts[refund.reason]}</p>
    {refund.at_desk === null ? (
      <ProviderSteps refund={refund} />
    ) : (
      <DeskSteps refund={refund} method={refund.at_desk} />
    )}
  </Frame>
);

const ProviderSteps = ({ refund: { status, reference, bank_reference } }: { refund: RefundItem }) => (
  <Stepper orientation="vertical" activeStep={ACTIVE_STEP[status]}>
    <Step>
      <StepLabel>Refund decided</StepLabel>
    </Step>
    <Step>
      <StepLabel optional={reference !== null && <span className="more">{`Reference ${reference}`}</span>}>
        {status === 'due' ? 'Being sent to the payment provider' : 'Accepted by the payment provider'}
      </StepLabel>
    </Step>
    <Step>
      <StepLabel
        optional={
          <span className="more">
            {bank_reference !== null && <span>{`Bank reference ${bank_reference}. `}</span>}
            <span>Banks show it after 5 to 7 working days, UPI after 2 to 7.</span>
          </span>
        }
      >
        {status === 'processed'
          ? 'Paid to your original payment method'
          : 'Payment to your original payment method'}
      </StepLabel>
    </Step>
  </Stepper>
);

/** A payment at the desk is refunded by the desk, in one step. */
const DeskSteps = ({
  refund: { status, bank_reference },
  method,
}: {
  refund: RefundItem;
  method: DeskMethod;
}) => (
  <Stepper orientation="vertical" activeStep={status === 'processed' ? 2 : 1}>
    <Step>
      <StepLabel>Refund decided</StepLabel>
    </Step>
    <Step>
      {status === 'processed' ? (
        <StepLabel
          optional={bank_reference !== null && <span className="more">{`Receipt ${bank_reference}`}</span>}
        >
          {`Refunded ${deskMethodNames[method]}`}
        </StepLabel>
      ) : (
        <StepLabel optional={<span className="more">We will email you when it is refunded.</span>}>
          We will refund it at the desk or by UPI
        </StepLabel>
      )}
    </Step>
  </Stepper>
);
