import type { AnyActorRef, InspectionEvent } from 'xstate';
import { sessionStore } from '../../../src/app/effects/browserStorage.ts';
import { CONNECTED, DISCONNECTED, INSPECTOR_PAGE, type Message, sendRequestOf } from '../protocol.ts';
import { createInspectBar } from './inspectBar.ts';
import { createMessageWriter, rootOf } from './messages.ts';
import { redact } from './redact.ts';
import { runningActors, sendManually } from './runningActors.ts';

/** Stately's hosted inspector, which uses the same protocol. */
const STATELY_PAGE = 'https://stately.ai/inspect';

/** Marks a tab with an inspector: the inspector calls the site again after a reload. */
const STORAGE_KEY = 'litrooms-inspected';
/** How long to wait for this call before a window is opened, in milliseconds. */
const RECONNECT_MS = 1500;

/** Kept for an inspector that connects late or is reloaded. */
const MAX_KEPT_MESSAGES = 4000;

/**
 * Inspects the flows in development (docs/inspector.md): `?inspect` in the address opens this project's inspector,
 * `?inspect=stately` or VITE_INSPECT=stately sends the same messages to Stately's. The inspector is the window that reports that it
 * is ready, so the connection survives a reload of either side. Returns the observer of the root actor's events.
 */
export function startInspection(): (event: InspectionEvent) => void {
  const requestedInspector = new URLSearchParams(location.search).get('inspect');
  const isStately = (requestedInspector || import.meta.env.VITE_INSPECT) === 'stately';
  const url = new URL(isStately ? STATELY_PAGE : INSPECTOR_PAGE, location.href);

  const writer = createMessageWriter(Date.now().toString(36));
  const kept: Message[] = [];
  let root: AnyActorRef | undefined;
  let inspector: Window | null = null;
  /** Null while no inspector is connected. */
  let inspectorOrigin: string | null = null;

  const post = (message: Message | { readonly type: typeof DISCONNECTED }): void => {
    if (inspectorOrigin !== null) inspector?.postMessage(message, inspectorOrigin);
  };
  /** Shows the inspector; false when the browser blocks the window, as it does without a click. */
  const showInspector = (): boolean => {
    if (inspectorOrigin !== null && inspector?.closed === false) inspector.focus();
    else
      [inspector, inspectorOrigin] = [open(url, 'litrooms-inspector', 'popup,width=1440,height=900'), null];
    return inspector !== null;
  };
  const bar = createInspectBar(showInspector);

  const isInspector = (origin: string): boolean =>
    origin === url.origin || origin.endsWith(`.${url.hostname}`);
  addEventListener('message', ({ data, origin, source }: MessageEvent<{ type?: unknown } | null>) => {
    if (data?.type === CONNECTED && isInspector(origin) && source !== null) {
      inspector = source as Window;
      inspectorOrigin = origin;
      const introductions = root ? runningActors(root).map((actor) => writer.introduce(actor)) : [];
      for (const message of [...introductions, ...kept]) post(message);
      sessionStore.set(STORAGE_KEY, 'yes');
      bar.show(false);
    }
    // Only requests of this origin and of the inspector's window are accepted: another site must not control the flows.
    const request = sendRequestOf(data);
    if (request && root && origin === location.origin && source === inspector) sendManually(root, request);
  });
  // The browser may restore the page from its cache: the inspector keeps calling, and is connected again then.
  addEventListener('pagehide', () => {
    post({ type: DISCONNECTED });
    inspectorOrigin = null;
  });
  if (requestedInspector !== null) {
    const mayReconnect = !isStately && sessionStore.get(STORAGE_KEY) !== null;
    const openUnlessConnected = (): void => {
      if (inspectorOrigin === null) bar.show(!showInspector());
    };
    setTimeout(openUnlessConnected, mayReconnect ? RECONNECT_MS : 0);
  }

  return (event) => {
    try {
      root ??= rootOf(event.actorRef as AnyActorRef);
      const message = writer.write(event);
      if (message === null) return;
      const safe = redact(message);
      if (kept.push(safe) > MAX_KEPT_MESSAGES) kept.shift();
      post(safe);
    } catch (error) {
      // An error of the inspection must not affect the site.
      console.error('An event could not be sent to the inspector.', error);
    }
  };
}
