import { type EventObject, fromCallback } from 'xstate';
import { CONNECTED, DISCONNECTED, type Message, SEND, type SendRequest } from '../protocol.ts';

const CALL_INTERVAL_MS = 400;
/** The site sends many messages at a time: messages within this time are shown together. */
const BATCH_MS = 60;

/** `alone`: no site opened this page. `calling`: the site has not responded, for example while it is loading. */
export type Connection = 'alone' | 'calling' | 'connected' | 'closed';

const siteWindow = (): Window | null => opener as Window | null;

/** Receives the site's messages. It calls the site again after a reload of the site, so that this page can stay open. */
export const connectToSite = fromCallback<EventObject>(({ sendBack }) => {
  const site = siteWindow();
  let current: Connection = 'alone';
  let batch: Message[] = [];
  const change = (connection: Connection): void => {
    if (connection !== current) sendBack({ type: 'connection.changed', connection });
    current = connection;
  };
  const flush = (): void => {
    sendBack({ type: 'site.sent', messages: batch });
    batch = [];
  };
  addEventListener('message', ({ data, origin }: MessageEvent<Message | { type?: unknown } | null>) => {
    if (origin !== location.origin) return;
    // The visitor has left the page of the site, which sends no more messages.
    if (data?.type === DISCONNECTED) change('calling');
    if (data === null || !('_version' in data)) return;
    change('connected');
    if (batch.push(data) === 1) setTimeout(flush, BATCH_MS);
  });
  if (!site) return;
  change('calling');
  setInterval(() => {
    if (site.closed) change('closed');
    else if (current !== 'connected') site.postMessage({ type: CONNECTED }, location.origin);
  }, CALL_INTERVAL_MS);
});

/** Asks the site to send an event to one of its actors. */
export const sendToSite = (sessionId: string, event: SendRequest['event']): void =>
  siteWindow()?.postMessage({ type: SEND, sessionId, event } satisfies SendRequest, location.origin);
