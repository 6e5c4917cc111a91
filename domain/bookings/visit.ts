/** What a customer says about a visit. */
export interface Visit {
  /** How many people come. */
  readonly headcount?: number | undefined;
  /** Purpose and wishes, in the customer's words. */
  readonly wishes?: string | undefined;
}

export const MAX_HEADCOUNT = 999;
/** In characters, for the purpose and for the wishes. */
export const MAX_WISHES = 500;

/** The typed number of people; undefined for an empty or impossible one. */
export function headcountIn(text: string): number | undefined {
  const number = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return number >= 1 ? number : undefined;
}

/** Says that a room is too small for the people of the search; null when they have seats. */
export const tooSmallText = (headcount: number | undefined, capacity: number): string | null =>
  headcount !== undefined && headcount > capacity
    ? `This room takes up to ${capacity} people, and you entered ${headcount}.`
    : null;
