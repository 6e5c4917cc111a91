import { useEffect } from 'react';
import { useOptionalFlow } from '../app/system/flows.ts';

/** Keeps the live connection for availability open while the component is mounted. */
export function useLiveSlots(): void {
  const live = useOptionalFlow('live');
  useEffect(() => {
    live?.send({ type: 'live.shown' });
    return () => live?.send({ type: 'live.left' });
  }, [live]);
}

/** Keeps a live connection open for some days while the component is mounted. `dates`: IST dates, separated by commas; '' for none. */
export function useLiveDates(flow: 'moveLive' | 'seriesLive', dates: string): void {
  const live = useOptionalFlow(flow);
  useEffect(() => {
    if (dates === '') return undefined;
    live?.send({ type: 'live.dateChosen', date: dates });
    live?.send({ type: 'live.shown' });
    return () => live?.send({ type: 'live.left' });
  }, [live, dates]);
}
