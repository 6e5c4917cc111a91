import { useEffect } from 'react';
import { useOptionalFlow } from '../system/flows.ts';

/** Keeps the live connection for availability open while the component is mounted. */
export function useLiveSlots(): void {
  const live = useOptionalFlow('live');
  useEffect(() => {
    live?.send({ type: 'live.shown' });
    return () => live?.send({ type: 'live.left' });
  }, [live]);
}
