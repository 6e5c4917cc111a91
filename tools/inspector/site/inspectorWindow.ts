import { createBrowserInspector } from '@statelyai/inspect';
import { CONNECTED, type Message, type SendRequest, sendRequestOf } from '../protocol.ts';
import { redact } from './redact.ts';

const NAME = 'litrooms-inspector';
const SIZE = 'popup,width=1440,height=900';

/** The library keeps this many messages for an inspector that comes late or is loaded again. */
const KEPT = 4000;
/** Deeper than the machines are nested: beyond it the library would cut them off. */
const DEPTH = 40;

export type InspectorWindow = ReturnType<typeof inspectorWindow>;

/**
 * The window in which an inspector runs, and the library that talks to it. Left to itself the library would open a window
 * whenever it is started, and listen once more each time; here it is started once, and the window is the one from which
 * the inspector's own site says that it is ready. So it survives a reload of either side.
 */
export function inspectorWindow(url: URL, introductions: () => readonly Message[]) {
  let isConnected = false;
  const listeners: (() => void)[] = [];
  const sendListeners: ((request: SendRequest) => void)[] = [];

  const { adapter, ...inspector } = createBrowserInspector({
    url: url.href,
    // It only listens to this one, and opens nothing.
    window: { open: () => null, addEventListener: addEventListener.bind(globalThis) } as unknown as Window,
    autoStart: false,
    maxDeferredEvents: KEPT,
    serializationDepthLimit: DEPTH,
    serialize: redact,
  });

  const isInspector = (origin: string): boolean =>
    origin === url.origin || origin.endsWith(`.${url.hostname}`);

  // Runs before the library's own listener, which answers with the messages it has kept.
  addEventListener('message', (event: MessageEvent<unknown>) => {
    const { data, origin, source } = event;
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== CONNECTED) return;
    if (!isInspector(origin) || source === null) {
      event.stopImmediatePropagation();
      return;
    }
    adapter.targetWindow = source as Window;
    isConnected = true;
    for (const message of introductions()) adapter.targetWindow.postMessage(message, origin);
    for (const listener of listeners) listener();
  });
  // Of our own page alone, and of the window that shows it: another site must not move the flows.
  addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
    const request = sendRequestOf(data);
    if (request === null || origin !== location.origin || source !== adapter.targetWindow) return;
    for (const listener of sendListeners) listener(request);
  });
  // The page may come back as it was: the inspector goes on calling, and is answered then.
  addEventListener('pagehide', () => {
    inspector.stop();
    isConnected = false;
  });
  inspector.start();

  const isOpen = (): boolean => isConnected && adapter.targetWindow?.closed === false;

  return {
    send: (message: Message): void => adapter.send(message),
    isOpen,
    /** Shows the inspector; false when the browser lets no window open, as it does without the press of a button. */
    open(): boolean {
      if (isOpen()) adapter.targetWindow?.focus();
      else adapter.targetWindow = open(url, NAME, SIZE);
      return adapter.targetWindow !== null;
    },
    /** Listeners for an inspector that connects. */
    onConnected(listener: () => void): void {
      listeners.push(listener);
    },
    /** Listeners for events that someone sends by hand. */
    onSend(listener: (request: SendRequest) => void): void {
      sendListeners.push(listener);
    },
  };
}
