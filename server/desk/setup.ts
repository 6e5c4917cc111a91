import { sql } from 'kysely';
import type { SetupResponse } from '../../contract/desk/setup.ts';
import { setupSteps, type SetupStep } from '../../domain/content/setupSteps.ts';
import { currentDemoDetails } from '../content/business/business.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/schema.ts';

/** SQL: whether a published room meets a condition. */
const hasRoom = (condition = sql<boolean>`true`) =>
  sql<boolean>`exists (select from room where archived_at is null and not is_draft and ${condition})`;

/**
 * Which steps to the first booking are done, as the data says. A demo has its rooms, staff and bookings from the start, so that it
 * has no steps.
 */
export async function setupState(
  database: Database,
  { business, razorpay, seedDemo }: Pick<Config, 'business' | 'razorpay' | 'seedDemo'>,
): Promise<SetupResponse['data']> {
  if (seedDemo) return [];
  const { rows } = await sql<Pick<Record<SetupStep, boolean>, 'room' | 'hours' | 'staff' | 'booking'>>`
    select ${hasRoom()} as room, ${hasRoom(sql`opens <> closes`)} as hours,
      (select count(*) > 1 from app_user where role <> 'customer' and closed_at is null)
        or exists (select from staff_invitation where ended_at is null) as staff,
      coalesce(
        (select true from booking where status = 'confirmed' and moves_booking_id is null order by day limit 1),
        (select true from booking where paid_with = 'card' and confirmed_at is not null order by confirmed_at limit 1),
        false) as booking`.execute(database);
  const done: Record<SetupStep, boolean> = {
    ...(rows[0] ?? { room: false, hours: false, staff: false, booking: false }),
    business: (await currentDemoDetails(database, business)).length === 0,
    payments: razorpay !== null && razorpay.webhookSecrets.length > 0,
  };
  return setupSteps.map((step) => ({ step, done: done[step] }));
}
