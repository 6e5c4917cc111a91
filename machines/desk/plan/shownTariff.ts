import type { Tariff } from '../../../domain/money/rates.ts';
import type { Failure } from '../../engine/failure.ts';
import type { DayPlan } from './dayPlan.ts';

/** The prices of a room: those of an error about a changed price, else those of the plan. Undefined while they are unknown. */
export function shownTariff(
  plan: DayPlan | null,
  roomId: number,
  failure: Failure | null,
): Tariff | undefined {
  const { pricePerHour, rates } = failure?.details ?? {};
  return pricePerHour === undefined ? plan?.rooms.find(({ id }) => id === roomId) : { pricePerHour, rates };
}
