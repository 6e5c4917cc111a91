import { useEffect } from 'react';
import { useOptionalFlow } from '../system/flows.ts';

/** Keeps availability up to date while the rooms are on the page; other pages need no connection for it. */
export function useLiveSlots(): void {
  const live = useOptionalFlow('live');
  useEffect(() => {
    live?.send({ type: 'live.shown' });
    return () => live?.send({ type: 'live.left' });
  }, [live]);
}
