import type { BookingSelection } from '../../machines/events/checkout.ts';
import { pointsPayment } from '../../machines/checkout/price.ts';
import { useResource } from '../system/resource.ts';
import { PriceBreakdown } from './PriceBreakdown.tsx';

/** The price for a member, whose points pay when there are enough of them (spec 6). */
export function MemberPriceBreakdown({ userId, selection }: { userId: string; selection: BookingSelection }) {
  const { data: member } = useResource('member', userId);
  const points =
    member && pointsPayment(selection, { isMember: member.is_membership, points: member.monthly_limit });
  return <PriceBreakdown selection={selection} points={points} />;
}
