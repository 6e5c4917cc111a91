import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useSelector } from '../../app/system/useSelector.ts';
import type { ReactNode } from 'react';
import type { BookingSelection } from '../../../machines/checkout/events.ts';
import { isOnAccount, pointsOfSelection } from '../../../machines/checkout/price.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { useResource } from '../../app/system/resource.ts';
import { PriceBreakdown } from './PriceBreakdown.tsx';

interface Props {
  userId: string;
  selection: BookingSelection;
  /** A booking paid with points has no invoice. */
  invoice: ReactNode;
}

/** Lit points pay for the booking if there are enough of them (spec 6). */
export function PointsOrCard({ userId, selection, invoice }: Props) {
  const { data: member, failure } = useResource(useFlow('member'), userId);
  const points = member && pointsOfSelection(selection, member);
  const checkout = useFlow('checkout', lazyFlows.bookingFlows);
  const canChange = useSelector(checkout, (snapshot) => snapshot.matches('reviewing'));
  const hasEnough = member && pointsOfSelection({ ...selection, paysByCard: false }, member) !== null;
  return (
    <>
      <PriceBreakdown selection={selection} points={points} />
      {hasEnough && !isOnAccount(selection) && (
        <FormControlLabel
          sx={{ marginBlockStart: 1.5 }}
          control={
            <Checkbox
              checked={selection.paysByCard === true}
              disabled={!canChange}
              onChange={(_event, paysByCard) =>
                checkout.send({ type: 'checkout.started', selection: { ...selection, paysByCard } })
              }
            />
          }
          label="Pay by card and keep my points"
        />
      )}
      {points === null && (member ?? failure) !== null && invoice}
    </>
  );
}
