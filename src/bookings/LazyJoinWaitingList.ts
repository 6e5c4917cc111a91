import { lazy } from 'react';

export const LazyJoinWaitingList = lazy(() => import('./JoinWaitingList.tsx'));
