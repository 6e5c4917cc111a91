import { useOptionalFlow } from '../app/system/flows.ts';
import { useWhileShown } from '../app/system/useWhileShown.ts';

/** Keeps the live connection for availability open while the component is mounted. */
export function useLiveSlots(): void {
  useWhileShown(useOptionalFlow('live'), { shown: { type: 'live.shown' }, left: { type: 'live.left' } });
}

/** Keeps a live connection open for some days while the component is mounted. `dates`: IST dates, separated by commas; '' for none. */
export function useLiveDates(flow: 'moveLive' | 'seriesLive' | 'deskLive', dates: string): void {
  const live = useOptionalFlow(flow);
  const wanted = dates === '' ? undefined : live;
  useWhileShown(wanted, { shown: { type: 'live.dateChosen', date: dates } }, dates);
  useWhileShown(wanted, { shown: { type: 'live.shown' }, left: { type: 'live.left' } }, dates);
}
