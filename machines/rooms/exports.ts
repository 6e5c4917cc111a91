export { defineLiveFlow } from './live/live.ts';
export type { MissedTimes, SlotsQuery } from './slots/events.ts';
