import Stack from '@mui/material/Stack';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useSelector } from '../app/system/useSelector.ts';
import { useRef } from 'react';
import { HALF_TAX_PERCENT, taxBreakdown } from '../../domain/invoices/gst.ts';
import { MAX_POINTS_PER_PURCHASE, parsePoints, priceOfPoints } from '../../domain/money/pointPurchase.ts';
import { pointsAre } from '../../domain/money/points.ts';
import { rupees } from '../../domain/money/pricing.ts';
import type { Failure } from '../../machines/engine/failure.ts';
import { FailureAlert } from '../ui/form/FailureAlert.tsx';
import { ButtonRow } from '../ui/layout/ButtonRow.ts';
import { SubmitButton } from '../ui/form/SubmitButton.tsx';
import { CancelPayment } from '../checkout/exports.ts';
import { PriceList, PriceRow } from '../ui/layout/PriceList.tsx';
import { Section, SectionForm } from '../ui/layout/Section.tsx';
import { type FormActor, useForm } from '../ui/form/useForm.ts';
import { choiceOfEntry } from '../../machines/points/setup.ts';
import { lazyFlows } from '../../machines/registry.ts';
import { useFlow } from '../app/system/flows.ts';
import { statePath } from '../app/system/statePath.ts';
import { useWhileShown } from '../app/system/useWhileShown.ts';
import { useAfterChange } from '../ui/fields/useAfterChange.ts';

/** Takes no space while there is nothing to say. */
const Result = styled('div')({ '&:empty': { position: 'absolute' } });

const Line = styled('p')({ margin: 0 });

const money = (paise: number): string => rupees(paise, 'always');

/** `pointPaise`: the server's price of a point, in paise. */
export function BuyPoints({ pointPaise }: { pointPaise: number }) {
  const buying = useFlow('buyPoints', lazyFlows.buyPoints);
  const state = useSelector(buying, ({ value }) => statePath(value));
  const isChoosing = useSelector(buying, (snapshot) => snapshot.hasTag('choosing'));
  const isPaying = useSelector(buying, (snapshot) => snapshot.hasTag('paying'));
  const isBusy = useSelector(buying, (snapshot) => snapshot.hasTag('busy'));
  const form = useSelector(buying, ({ children }) => children.form);
  const container = useRef<HTMLDivElement>(null);
  const step = isChoosing ? 'choosing' : (state.split('.')[0] ?? '');

  useWhileShown(buying, { left: { type: 'buyPoints.left' } });
  // The focused element is removed with its step, so the focus moves to the next step.
  useAfterChange(step, () => container.current?.querySelector<HTMLElement>('input, button')?.focus());

  const open = () => buying.send({ type: 'buyPoints.opened', pointPaise });
  const close = () => buying.send({ type: 'buyPoints.closed' });
  return (
    <Section
      title="Buy Lit points"
      lead={`${rupees(pointPaise)} a point with tax. One point is one hour in any room, and purchased points do not expire.`}
      flow="buyPoints"
      state={state}
    >
      <Stack sx={{ gap: 2, marginBlockStart: 2 }} ref={container} aria-busy={isBusy}>
        {form && <PointsForm flow={form} isPaymentLoading={isBusy} />}
        {isPaying && <Paying />}
        {state === 'closed' && (
          <ButtonRow>
            <Button onClick={open}>Buy points</Button>
          </ButtonRow>
        )}
        <Result role="status">
          <Outcome state={step} />
        </Result>
        {step === 'granted' && (
          <ButtonRow>
            <Button variant="outlined" onClick={close}>
              Done
            </Button>
            <Button variant="text" onClick={open}>
              Buy more
            </Button>
          </ButtonRow>
        )}
        {step === 'unconfirmed' && (
          <ButtonRow>
            <Button onClick={() => buying.send({ type: 'buyPoints.retried' })}>Check again</Button>
            <Button variant="text" onClick={close}>
              Close
            </Button>
          </ButtonRow>
        )}
        {(step === 'refunded' || step === 'waitingForBank') && (
          <ButtonRow>
            <Button variant="outlined" onClick={close}>
              Close
            </Button>
          </ButtonRow>
        )}
      </Stack>
    </Section>
  );
}

interface PointsFormProps {
  readonly flow: FormActor;
  /** The order is sent, and the provider's checkout is loaded. */
  readonly isPaymentLoading: boolean;
}

function PointsForm({ flow, isPaymentLoading }: PointsFormProps) {
  const form = useForm(flow);
  const { failure, errors, formRef, submit, dismiss, bindKept, filledHandlers } = form;
  const isBusy = form.isBusy || isPaymentLoading;
  const choice = choiceOfEntry(form.kept);
  const points = parsePoints(choice.points);
  const total = points === null ? null : priceOfPoints(points, choice.pointPaise);
  const tax = total === null ? null : taxBreakdown(total);
  return (
    <SectionForm
      sx={{ marginBlockStart: 0 }}
      ref={formRef}
      method="post"
      noValidate
      aria-busy={isBusy}
      {...filledHandlers}
      onSubmit={submit}
    >
      <TextField
        label="Points"
        {...bindKept('points')}
        helperText={errors['points'] ?? `A whole number, up to ${MAX_POINTS_PER_PURCHASE}`}
        slotProps={{
          input: { readOnly: isBusy },
          htmlInput: { inputMode: 'numeric', autoComplete: 'off', maxLength: 3 },
        }}
        sx={{ maxWidth: '14rem' }}
      />
      <PriceList sx={{ maxWidth: '26rem' }}>
        <PriceRow name="Sub Total">{tax ? money(tax.taxable) : '–'}</PriceRow>
        <PriceRow name={`SGST(${HALF_TAX_PERCENT}%)`}>{tax ? money(tax.sgst) : '–'}</PriceRow>
        <PriceRow name={`CGST(${HALF_TAX_PERCENT}%)`}>{tax ? money(tax.cgst) : '–'}</PriceRow>
        <PriceRow kind="total" name="Grand Total">
          {total === null ? '–' : money(total)}
        </PriceRow>
      </PriceList>
      <OrderFailure failure={failure} />
      <ButtonRow>
        <SubmitButton isBusy={isBusy}>{total === null ? 'Pay' : `Pay ${money(total)}`}</SubmitButton>
        <Button variant="text" onClick={dismiss}>
          Not now
        </Button>
      </ButtonRow>
    </SectionForm>
  );
}

/** Why no order was created. After 'price-changed' the form already shows the new price, and the next press accepts it. */
const OrderFailure = ({ failure }: { failure: Failure | null }) =>
  failure?.code === 'price-changed' ? (
    <Alert severity="info">The price has changed to the one shown here. Nothing was charged.</Alert>
  ) : (
    <FailureAlert failure={failure} />
  );

function Paying() {
  const buying = useFlow('buyPoints', lazyFlows.buyPoints);
  const isUnresponsive = useSelector(buying, (snapshot) => snapshot.hasTag('unresponsive'));
  return (
    <>
      <Line>Pay in the payment provider’s window.</Line>
      <CancelPayment
        isUnresponsive={isUnresponsive}
        keptText="you can try again"
        onCancel={() => buying.send({ type: 'buyPoints.cancelled' })}
      />
    </>
  );
}

function Outcome({ state }: { state: string }) {
  const points = useSelector(
    useFlow('buyPoints', lazyFlows.buyPoints),
    ({ context }) => parsePoints(context.points) ?? 0,
  );
  switch (state) {
    case 'verifying':
    case 'checking':
      return <Line>Checking your payment…</Line>;
    case 'waitingForBank':
      return (
        <Alert severity="info" role="none">
          Your bank has not responded yet. Your points will be added as soon as it does, even if you close
          this page.
        </Alert>
      );
    case 'unconfirmed':
      return (
        <Alert severity="warning" role="none">
          We could not check your payment. If you have paid, your points will be added automatically within
          minutes. Please check again before you pay a second time.
        </Alert>
      );
    case 'granted':
      return (
        <Alert severity="success" role="none">
          {`${pointsAre(points)} in your balance. We will send you the invoice by email.`}
        </Alert>
      );
    case 'refunded':
      return (
        <Alert severity="info" role="none">
          This payment could not be used. We will refund the full amount within 5 to 7 working days.
        </Alert>
      );
    default:
      return null;
  }
}
