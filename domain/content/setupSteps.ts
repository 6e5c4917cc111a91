/** What an owner does from an empty house to the first booking, in this order. */
export const setupSteps = ['business', 'room', 'hours', 'staff', 'payments', 'booking'] as const;
export type SetupStep = (typeof setupSteps)[number];
