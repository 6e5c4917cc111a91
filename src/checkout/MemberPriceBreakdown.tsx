import { enoughPoints, pointsFromHalf } from '../../domain/points.ts';
import { slotCount } from '../../domain/slots.ts';
import { useResource } from '../system/resource.ts';
import { PriceBreakdown } from './PriceBreakdown.tsx';
import type { BookingSelection } from '../../machines/events/checkout.ts';

/** The price for a member, whose points pay when there are enough of them (spec 6). */
export function MemberPriceBreakdown({ userId, selection }: { userId: string; selection: BookingSelection }) {
  const { data: member } = useResource('member', userId);
  const halfHours = selection.range ? slotCount(selection.range) : 0;
  const paysWithPoints = member?.is_membership === true && enoughPoints(member.monthly_limit, halfHours);

  return (
    <PriceBreakdown
      selection={selection}
      points={paysWithPoints ? { balance: member.monthly_limit, needed: pointsFromHalf(halfHours) } : null}
    />
  );
}
