export { cancelTermsOf, paymentDetailsOf } from './effects.ts';
export { LazyAlternativesPanel } from './LazyAlternativesPanel.tsx';
export { LazyCalendarFeedCard } from './LazyCalendarFeedCard.ts';
export { LazyJoinWaitingList } from './LazyJoinWaitingList.ts';
export { LazySeriesSection } from './LazySeriesSection.ts';
export { missedText } from './missedText.ts';
export { MissedTimes } from './MissedTimes.tsx';
export { paymentPurposes } from './paymentPurposes.ts';
