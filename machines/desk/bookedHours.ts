import type { Report } from './reportFlows.ts';

/** The hours that are shown when nothing was booked. */
const OFFICE_DAY = { first: 8, last: 20 } as const;

export interface BookedHours {
  /** From the first to the last hour that was booked on any weekday, ascending. */
  readonly hours: readonly number[];
  /** Of all rooms together. `weekday`: Monday is 0. `share`: in percent of the busiest hour of the week. */
  readonly at: (weekday: number, hour: number) => { readonly booked: number; readonly share: number };
}

/** By hour of the week. */
export function bookedHours(use: readonly Omit<Report['use'][number], 'roomId'>[]): BookedHours {
  const byCell = new Map<string, number>();
  for (const { weekday, hour, hours } of use) {
    const cell = `${weekday} ${hour}`;
    byCell.set(cell, (byCell.get(cell) ?? 0) + hours);
  }
  const busiest = Math.max(1, ...byCell.values());
  const used = use.map(({ hour }) => hour);
  const first = used.length === 0 ? OFFICE_DAY.first : Math.min(...used);
  const last = used.length === 0 ? OFFICE_DAY.last : Math.max(...used);
  return {
    hours: Array.from({ length: last - first + 1 }, (_, index) => first + index),
    at: (weekday, hour) => {
      const booked = byCell.get(`${weekday} ${hour}`) ?? 0;
      return { booked, share: Math.round((booked / busiest) * 100) };
    },
  };
}
