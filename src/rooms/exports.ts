export { Amenities } from './Amenities.tsx';
export { alternativesOf, ratedRangeOf, rateOf, roomOf } from './effects.ts';
export { useKnownSlots } from './knownSlots.ts';
export { useLiveDates, useLiveSlots } from './liveSlots.ts';
export { Rates } from './page/Rates.tsx';
