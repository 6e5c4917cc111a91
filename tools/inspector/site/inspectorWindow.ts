import { createBrowserInspector } from '@statelyai/inspect';
import { CONNECTED, type Message, type SendRequest, sendRequestOf } from '../protocol.ts';
import { redact } from './redact.ts';

const NAME = 'litrooms-inspector';
const SIZE = 'popup,width=1440,height=900';

/** The library keeps this many messages for an inspector that connects late or is reloaded. */
const MAX_DEFERRED_EVENTS = 4000;
/** Deeper than the nesting of the machines: the library cuts off deeper values. */
const MAX_DEPTH = 40;

export type InspectorWindow = ReturnType<typeof createInspectorWindow>;

/**
 * The window of an inspector, and the library that sends messages to it. By default the library opens a window and adds a listener
 * each time it is started. Here it is started once, and the window is the one that reports that its inspector is ready. The
 * connection therefore survives a reload of either side.
 */
export function createInspectorWindow(url: URL, introduceActors: () => readonly Message[]) {
  let isConnected = false;
  const listeners: (() => void)[] = [];
  const sendListeners: ((request: SendRequest) => void)[] = [];

  const { adapter, ...inspector } = createBrowserInspector({
    url: url.href,
    // The library listens to this window and cannot open another one.
    window: { open: () => null, addEventListener: addEventListener.bind(globalThis) } as unknown as Window,
    autoStart: false,
    maxDeferredEvents: MAX_DEFERRED_EVENTS,
    serializationDepthLimit: MAX_DEPTH,
    serialize: redact,
  });

  const isInspector = (origin: string): boolean =>
    origin === url.origin || origin.endsWith(`.${url.hostname}`);

  // This listener runs before the library's listener, which responds with the messages that it has kept.
  addEventListener('message', (event: MessageEvent<unknown>) => {
    const { data, origin, source } = event;
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== CONNECTED) return;
    if (!isInspector(origin) || source === null) {
      event.stopImmediatePropagation();
      return;
    }
    adapter.targetWindow = source as Window;
    isConnected = true;
    for (const message of introduceActors()) adapter.targetWindow.postMessage(message, origin);
    for (const listener of listeners) listener();
  });
  // Only requests of this origin and of the inspector's window are accepted: another site must not control the flows.
  addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
    const request = sendRequestOf(data);
    if (request === null || origin !== location.origin || source !== adapter.targetWindow) return;
    for (const listener of sendListeners) listener(request);
  });
  // The browser may restore the page from its cache: the inspector keeps calling, and is connected again then.
  addEventListener('pagehide', () => {
    inspector.stop();
    isConnected = false;
  });
  inspector.start();

  const isOpen = (): boolean => isConnected && adapter.targetWindow?.closed === false;

  return {
    send: (message: Message): void => adapter.send(message),
    isOpen,
    /** Shows the inspector; false when the browser blocks the window, as it does without a click. */
    open(): boolean {
      if (isOpen()) adapter.targetWindow?.focus();
      else adapter.targetWindow = open(url, NAME, SIZE);
      return adapter.targetWindow !== null;
    },
    /** Adds a listener for a connecting inspector. */
    onConnected(listener: () => void): void {
      listeners.push(listener);
    },
    /** Adds a listener for events that are sent manually. */
    onSend(listener: (request: SendRequest) => void): void {
      sendListeners.push(listener);
    },
  };
}
