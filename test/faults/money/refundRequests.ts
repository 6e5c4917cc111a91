import { sql } from 'kysely';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { Money } from '../../../contract/desk/money/money.ts';
import type { Invariant } from '../invariantSql.ts';
import type { Booker, Simulation } from '../simulation.ts';

/* Refunds above the limit of the person who wants to make them. */

/** How a refund that waits is decided. */
export const requestDecisions = ['confirmed', 'confirmed by two', 'declined'] as const;

/**
 * Decides about the first refund that waits. With 'confirmed by two', both managers confirm what they see at once, and then the
 * second one confirms whatever is still listed for the booking.
 */
export async function decideRequest(
  simulation: Simulation,
  decision: (typeof requestDecisions)[number],
): Promise<void> {
  const [one, other] = simulation.clerks as [Booker, Booker];
  const waiting = async (clerk: Booker) => {
    const money = await simulation.get<Money>(clerk, deskPaths.money, {});
    return money?.requests ?? [];
  };
  const [request] = await waiting(one);
  if (!request) return;
  const confirm = async (clerk: Booker, { id, left }: { id: string; left: string }): Promise<void> => {
    const response = await simulation.post(clerk, deskPaths.confirmRefund, { request_id: id, left });
    if (response?.status === 200) simulation.count('refund request confirmed');
  };
  if (decision === 'declined') {
    const fields = { request_id: request.id, reason: 'Agreed otherwise' };
    const response = await simulation.post(one, deskPaths.declineRefund, fields);
    if (response?.status === 200) simulation.count('refund request declined');
    return;
  }
  await Promise.all([
    confirm(one, request),
    ...(decision === 'confirmed by two' ? [confirm(other, request)] : []),
  ]);
  if (decision !== 'confirmed by two') return;
  const again = (await waiting(other)).find(({ booking_id: id }) => id === request.booking_id);
  if (again) await confirm(other, again);
}

/** At all times. */
export const refundRequestInvariants = ({ lastIds }: Simulation): readonly Invariant[] => [
  {
    description: 'each confirmed request has one refund, and no other request has one',
    violations: sql`
      select booking_id, coalesce(requests.paise, 0) as confirmed, coalesce(made.paise, 0) as refunded
      from (select booking_id::text, sum(amount_paise) as paise from refund_request where state = 'confirmed' group by 1) requests
      full join (select subject_id as booking_id, sum(round((became ->> 'amount')::numeric * 100)) as paise from audit_entry
        where id > ${lastIds.audit}::integer and action = 'refunded' and reason like '%(requested by %' group by 1) made
        using (booking_id)
      where coalesce(requests.paise, 0) <> coalesce(made.paise, 0)`,
  },
];
