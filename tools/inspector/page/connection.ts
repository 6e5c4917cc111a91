import { createBrowserReceiver } from '@statelyai/inspect';
import { CONNECTED, DISCONNECTED, type Message, SEND, type SendRequest } from '../protocol.ts';

/** To a site that has not responded. */
const CALL_INTERVAL_MS = 400;

/** `alone`: no site opened this page. `calling`: the site has not responded, for example while it is loading. */
export type Connection = 'alone' | 'calling' | 'connected' | 'closed';

export type SiteConnection = ReturnType<typeof connectToSite>;

/**
 * Receives the site's messages. The library calls the site only once, when this page is loaded. This function calls it again after
 * a reload of the site, so that this page can stay open.
 */
export function connectToSite(receive: (message: Message) => void) {
  const site = opener as Window | null;
  let state: Connection = site ? 'calling' : 'alone';
  const listeners = new Set<() => void>();
  const setState = (next: Connection): void => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };

  createBrowserReceiver().subscribe((message) => {
    setState('connected');
    receive(message);
  });
  addEventListener('message', ({ data, origin }: MessageEvent<unknown>) => {
    // The visitor has left the page of the site, which sends no more messages.
    if (origin !== location.origin || typeof data !== 'object' || data === null || !('type' in data)) return;
    if (data.type === DISCONNECTED) setState('calling');
  });
  if (site) {
    setInterval(() => {
      if (site.closed) setState('closed');
      else if (state !== 'connected') site.postMessage({ type: CONNECTED }, location.origin);
    }, CALL_INTERVAL_MS);
  }

  return {
    state: (): Connection => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Asks the site to send an event to one of its actors. */
    send: (sessionId: string, event: SendRequest['event']): void =>
      site?.postMessage({ type: SEND, sessionId, event } satisfies SendRequest, location.origin),
    /** Brings the site's window to the front. */
    showSite: (): void => site?.focus(),
  };
}
