import { lazySection } from '../app/loading/lazySection.tsx';

export const LazyPointsPanel = lazySection(() => import('./PointsPanel.tsx'), '24rem');
