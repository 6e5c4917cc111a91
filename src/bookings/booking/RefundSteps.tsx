import Box from '@mui/material/Box';
import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { RefundItem } from '../../../machines/bookings/booking.ts';
import { type SaleMethod, deskMethodNames } from '../../../domain/money/deskPayment.ts';
import { refundReasonTexts } from '../../../domain/money/refundReasons.ts';
import { rupees } from '../../../domain/money/pricing.ts';

const Frame = styled('section')(({ theme }) => ({
  marginBlockStart: theme.spacing(2.5),
  paddingBlockStart: theme.spacing(2.5),
  borderBlockStart: `1px solid ${theme.vars.palette.line}`,
}));

// A label may have several lines: the icon is next to the first one.
const Label = styled(StepLabel)({ alignItems: 'flex-start' });

const More = styled('span')(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
}));

const ReferenceLine = styled('span')({ display: 'block' });

/** The first incomplete step; the number of steps if all are complete. */
const ACTIVE_STEP: Readonly<Record<RefundItem['status'], number>> = { due: 1, requested: 2, processed: 3 };

/** With the references that a customer needs to ask the bank about the refund. */
export const RefundSteps = ({ refund, label }: { refund: RefundItem; label: string }) => (
  <Frame aria-label={label}>
    <Typography variant="subtitle1" component="h3" sx={{ fontWeight: 650 }}>
      {`Refund of ${rupees(refund.amount, 'always')}`}
    </Typography>
    <Box component="p" sx={{ marginBlockStart: 0.25, marginBlockEnd: 2, color: 'text.secondary' }}>
      {refundReasonTexts[refund.reason]}
    </Box>
    {refund.atDesk === null ? (
      <ProviderSteps refund={refund} />
    ) : (
      <DeskSteps refund={refund} method={refund.atDesk} />
    )}
  </Frame>
);

const ProviderSteps = ({ refund: { status, reference, bankReference } }: { refund: RefundItem }) => (
  <Stepper orientation="vertical" activeStep={ACTIVE_STEP[status]}>
    <Step>
      <Label>Refund decided</Label>
    </Step>
    <Step>
      <Label optional={reference !== null && <More>{`Reference ${reference}`}</More>}>
        {status === 'due' ? 'Being sent to the payment provider' : 'Accepted by the payment provider'}
      </Label>
    </Step>
    <Step>
      <Label
        optional={
          <More>
            {bankReference !== null && <ReferenceLine>{`Bank reference ${bankReference}. `}</ReferenceLine>}
            <span>Banks show it after 5 to 7 working days, UPI after 2 to 7.</span>
          </More>
        }
      >
        {status === 'processed'
          ? 'Paid to your original payment method'
          : 'Payment to your original payment method'}
      </Label>
    </Step>
  </Stepper>
);

/** A payment at the desk is refunded by the desk, in one step. */
const DeskSteps = ({
  refund: { status, bankReference },
  method,
}: {
  refund: RefundItem;
  method: SaleMethod;
}) => (
  <Stepper orientation="vertical" activeStep={status === 'processed' ? 2 : 1}>
    <Step>
      <Label>Refund decided</Label>
    </Step>
    <Step>
      {status === 'processed' ? (
        <Label optional={bankReference !== null && <More>{`Receipt ${bankReference}`}</More>}>
          {method === 'account'
            ? 'Taken off the account of your company'
            : `Refunded ${deskMethodNames[method]}`}
        </Label>
      ) : (
        <Label optional={<More>We will email you when it is refunded.</More>}>
          We will refund it at the desk or by UPI
        </Label>
      )}
    </Step>
  </Stepper>
);
