/** The number of dates of a series that are chosen: those on screen, or what is being looked for. */
export const chosenDates = (
  { dates, count }: { readonly dates: readonly unknown[]; readonly count: number },
  isLooking: boolean,
): number => (isLooking || dates.length === 0 ? count : dates.length);
