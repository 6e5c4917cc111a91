import { lazySection } from '../app/loading/lazySection.tsx';

export const LazySeriesSection = lazySection(() => import('./SeriesSection.tsx'), '5rem');
