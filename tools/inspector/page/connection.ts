import { createBrowserReceiver } from '@statelyai/inspect';
import { CONNECTED, DISCONNECTED, type Message, SEND, type SendRequest } from '../protocol.ts';

/** How often a site that is being loaded is called, in milliseconds. */
const CALL_MS = 400;

/** `alone`: no site opened this page. `calling`: the site has not answered, as while it is loaded. */
export type Connection = 'alone' | 'calling' | 'connected' | 'closed';

export type SiteConnection = ReturnType<typeof connectToSite>;

/**
 * Receives the site's messages. The library calls the site once, when this page is loaded; here it is called again when
 * the site was reloaded, so that this page can stay open all day.
 */
export function connectToSite(receive: (message: Message) => void) {
  const site = opener as Window | null;
  let state: Connection = site ? 'calling' : 'alone';
  const listeners = new Set<() => void>();
  const become = (next: Connection): void => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };

  createBrowserReceiver().subscribe((message) => {
    become('connected');
    receive(message);
  });
  addEventListener('message', ({ data, origin }: MessageEvent<unknown>) => {
    // Its window gets no more messages: it has just been left.
    if (origin !== location.origin || typeof data !== 'object' || data === null || !('type' in data)) return;
    if (data.type === DISCONNECTED) become('calling');
  });
  if (site) {
    setInterval(() => {
      if (site.closed) become('closed');
      else if (state !== 'connected') site.postMessage({ type: CONNECTED }, location.origin);
    }, CALL_MS);
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
