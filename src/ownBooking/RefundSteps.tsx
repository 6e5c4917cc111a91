import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import { styled } from '@mui/material/styles';
import type { RefundPart } from '../../contract/booking.ts';
import { refundReasonTexts } from '../../domain/refundReasons.ts';
import { moneyText } from './moneyText.ts';

const Frame = styled('section')(({ theme }) => ({
  marginBlockStart: theme.spacing(2.5),
  paddingBlockStart: theme.spacing(2.5),
  borderBlockStart: `1px solid ${theme.vars.palette.line}`,
  '& h3': { ...theme.typography.subtitle1, margin: 0, fontWeight: 650 },
  '& .more': { color: theme.vars.palette.text.secondary, fontSize: theme.typography.body2.fontSize },
  '& h3 + p': { margin: theme.spacing(0.25, 0, 2), color: theme.vars.palette.text.secondary },
}));

/** The step that is not done yet; after the last one, as many as there are. */
const STEP: Readonly<Record<RefundPart['status'], number>> = { due: 1, requested: 2, processed: 3 };

/** How far a refund is, in words, with the references for a question to the bank. */
export const RefundSteps = ({ refund, label }: { refund: RefundPart; label: string }) => (
  <Frame aria-label={label}>
    <h3>Refund of {moneyText('card', refund.amount)}</h3>
    <p>{refundReasonTexts[refund.reason]}</p>
    <Stepper orientation="vertical" activeStep={STEP[refund.status]}>
      <Step>
        <StepLabel>Refund decided</StepLabel>
      </Step>
      <Step>
        <StepLabel
          optional={refund.reference !== null && <span className="more">Reference {refund.reference}</span>}
        >
          {refund.status === 'due'
            ? 'Being sent to the payment provider'
            : 'Accepted by the payment provider'}
        </StepLabel>
      </Step>
      <Step>
        <StepLabel
          optional={
            <span className="more">
              {refund.bank_reference !== null && <>Bank reference {refund.bank_reference}. </>}
              Banks show it after 5 to 7 working days, UPI after 2 to 7.
            </span>
          }
        >
          {refund.status === 'processed'
            ? 'Paid out to where you paid from'
            : 'Payout to where you paid from'}
        </StepLabel>
      </Step>
    </Stepper>
  </Frame>
);
