import { lazySection } from '../app/loading/lazySection.tsx';

export const LazyCalendarFeedCard = lazySection(() => import('./CalendarFeedCard.tsx'), '12rem');
