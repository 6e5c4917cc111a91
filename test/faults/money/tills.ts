import { sql } from 'kysely';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { Tills } from '../../../contract/desk/money/till.ts';
import { parsePaise } from '../../../domain/money/amounts.ts';
import { rupeesAmount } from '../../../domain/money/pricing.ts';
import type { Command } from '../commands.ts';
import type { Invariant } from '../invariantSql.ts';
import type { Booker, Simulation } from '../simulation.ts';

/* The close of the day: what each clerk has taken and handed out is counted and signed off. */

/** What of a clerk's cash is missing at a count, in paise. */
const MISSING = 500;

/** How a count was signed off, with its entries, by id. */
async function storedCounts({ database }: Simulation): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; count: string }>`
    select id::text, (to_jsonb(till_close) || jsonb_build_object('entries', (
      select jsonb_agg(to_jsonb(till_entry) order by till_entry.id) from till_entry where close_id = till_close.id
    )))::text as count from till_close`.execute(database);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/**
 * Signs off the till of a clerk, preferably one with entries. Of two managers at once only one may succeed, and nobody with sums that
 * another sale has changed.
 */
export async function closeTill(
  simulation: Simulation,
  { till: index, how }: Command & { do: 'close till' },
  /** By the first clerk; whether it was made. */
  sellMeanwhile: () => Promise<boolean>,
): Promise<void> {
  const [one, other] = simulation.clerks as [Booker, Booker];
  const shown = await simulation.get<Tills>(one, deskPaths.tills, {});
  if (!shown) return;
  const full = shown.tills.filter(({ entries }) => entries.length > 0);
  const candidates = full.length > 0 ? full : shown.tills;
  const chosen = how === 'after another sale' ? shown.tills.slice(0, 1) : candidates;
  const till = chosen[Math.min(index, chosen.length - 1)];
  if (!till) return;
  const missing = how === 'with coins missing' ? MISSING : 0;
  const counted = Math.max(parsePaise(till.cash.expected) - missing, 0);
  const send = async (clerk: Booker): Promise<boolean> => {
    const response = await simulation.post(clerk, deskPaths.closeTill, {
      clerk_id: till.clerk_id,
      number: till.number,
      cash_expected: till.cash.expected,
      upi_expected: till.upi.expected,
      cash: how === 'with coins missing' ? rupeesAmount(counted) : till.cash.expected,
      upi: till.upi.expected,
      note: 'Counted twice',
    });
    return response?.status === 200;
  };
  const hasSold = how === 'after another sale' && (await sellMeanwhile());
  const signedOff = await Promise.all([
    send(one),
    ...(how === 'by two managers at once' ? [send(other)] : []),
    ...(how === 'twice by one manager' ? [send(one)] : []),
  ]);
  if (how === 'by two managers at once' && !signedOff.includes(false))
    simulation.violations.push('two managers signed off one count');
  if (hasSold && signedOff.includes(true))
    simulation.violations.push('a count was signed off without a sale that was made before');
  for (const [id, count] of await storedCounts(simulation)) {
    if (!simulation.counts.has(id)) simulation.counts.set(id, count);
  }
}

/** Counts that changed after they were signed off. */
export async function changedCounts(simulation: Simulation): Promise<string[]> {
  if (simulation.counts.size === 0) return [];
  const stored = await storedCounts(simulation);
  return [...simulation.counts].flatMap(([id, count]) =>
    stored.get(id) === count
      ? []
      : [`a signed-off till has changed from ${count} to ${stored.get(id) ?? 'nothing'}`],
  );
}

/** At all times. What was taken and handed out is also in the audit, by who did it. */
export const tillInvariants = ({ lastIds }: Simulation): readonly Invariant[] => [
  {
    description: 'each till has exactly what its clerk took and handed out, once',
    violations: sql`
      select clerk_id, method, coalesce(entries.paise, 0) as entries, coalesce(audit.paise, 0) as audited
      from (select clerk_id, method, sum(amount_paise) as paise from till_entry group by 1, 2) entries
      full join (
        select staff_id as clerk_id, became ->> 'method' as method, sum(case action
          when 'refund handed back' then - round((became ->> 'amount')::numeric * 100)
          else round((became ->> 'paid')::numeric * 100) end) as paise
        from audit_entry
        where id > ${lastIds.audit}::integer and became ->> 'method' in ('cash', 'upi')
          and action in ('sold at the desk', 'extended at the desk', 'overstay sold', 'refund handed back')
        group by 1, 2
      ) audit using (clerk_id, method)
      where coalesce(entries.paise, 0) <> coalesce(audit.paise, 0)`,
  },
  {
    description: 'what a count expected is the sum of its entries, which are of its clerk',
    violations: sql`
      select close.id as count, close.number, cash_expected_paise as cash, upi_expected_paise as upi,
        jsonb_agg(to_jsonb(entry)) as entries
      from till_close close left join till_entry entry on entry.close_id = close.id
      group by close.id
      having cash_expected_paise <> coalesce(sum(amount_paise) filter (where method = 'cash'), 0)
        or upi_expected_paise <> coalesce(sum(amount_paise) filter (where method = 'upi'), 0)
        or count(*) filter (where entry.clerk_id <> close.clerk_id) > 0`,
  },
  {
    description: 'the counts of a clerk have the numbers 1, 2 and so on',
    violations: sql`
      select clerk_id, array_agg(number order by number) as numbers from till_close group by 1
      having max(number) <> count(*) or min(number) <> 1`,
  },
];
