import type { ReactNode } from 'react';
import { rupees, TAX_PERCENT } from '../../domain/pricing.ts';
import { slotCount, hoursText } from '../../domain/slots.ts';
import { type PointsPayment, priceOfSelection } from '../../machines/checkout/price.ts';
import { VisuallyHidden } from '../theme/VisuallyHidden.tsx';
import { styled } from '@mui/material/styles';
import type { BookingSelection } from '../../machines/events/checkout.ts';
import { CancellationNote } from './CancellationNote.tsx';

const List = styled('dl')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.25),
  margin: 0,
  fontVariantNumeric: 'tabular-nums',
  '& > div': {
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: theme.spacing(2),
  },
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, fontWeight: 600, textAlign: 'end' },
  '& .total': {
    marginBlockStart: theme.spacing(0.75),
    paddingBlockStart: theme.spacing(2),
    borderBlockStart: `1px solid ${theme.vars.palette.line}`,
    '& dt': { color: theme.vars.palette.text.primary, fontSize: '1.0625rem', fontWeight: 650 },
    '& dd': { fontSize: '1.5rem', fontWeight: 700, letterSpacing: '-0.015em' },
    '& s': { color: theme.vars.palette.text.secondary, textDecorationThickness: 2 },
  },
  '& .points': {
    marginInline: theme.spacing(-1.5),
    padding: theme.spacing(0.75, 1.5),
    borderRadius: 12,
    backgroundColor: theme.vars.palette.tint,
    '& dt': { color: theme.vars.palette.text.primary },
    '& dd': { fontWeight: 700 },
    '& + .points': { marginBlockStart: theme.spacing(-0.5) },
  },
}));

const Row = ({ name, className, children }: { name: string; className?: string; children: ReactNode }) => (
  <div {...(className ? { className } : {})}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface Props {
  selection: BookingSelection;
  /** Lit points that pay for it instead of money; null when they do not. */
  points: PointsPayment | null;
}

/** What the booking comes to (spec 2), struck through when points pay, and what cancelling it would return. */
export function PriceBreakdown({ selection, points }: Props) {
  const price = priceOfSelection(selection);
  const amount = (paise: number | undefined) => (paise === undefined ? '–' : rupees(paise, 'always'));
  const half = TAX_PERCENT / 2;

  return (
    <>
      <List>
        <Row name="Duration">{selection.range ? hoursText(slotCount(selection.range)) : '–'}</Row>
        <Row name="Sub Total">{amount(price?.subtotal)}</Row>
        <Row name={`SGST(${half}%)`}>{amount(price?.sgst)}</Row>
        <Row name={`CGST(${half}%)`}>{amount(price?.cgst)}</Row>
        {points && (
          <>
            <Row className="points" name="Balance Lit Points">
              {points.balance}
            </Row>
            <Row className="points" name="Lit Points needed">
              {points.needed}
            </Row>
          </>
        )}
        <Row className="total" name="Grand Total">
          {points ? (
            <>
              <VisuallyHidden>Paid with Lit points, so this is not charged: </VisuallyHidden>
              <s>{amount(price?.total)}</s>
            </>
          ) : (
            amount(price?.total)
          )}
        </Row>
      </List>
      <CancellationNote paidWith={points ? 'points' : 'card'} />
    </>
  );
}
