import type { InspectionEvent } from 'xstate';
import { sessionStore } from '../../../src/app/effects/browserStorage.ts';
import { INSPECTOR_PAGE } from '../protocol.ts';
import { createInspectBar } from './inspectBar.ts';
import { createInspectorWindow } from './inspectorWindow.ts';
import { createActorRegistry } from './actorRegistry.ts';
import { createMessageWriter } from './messages.ts';
import { sendManually } from './sendManually.ts';

/** Stately's hosted inspector, which uses the same protocol. */
const STATELY_PAGE = 'https://stately.ai/inspect';

/** Marks a tab with an inspector: the inspector calls the site again after a reload. */
const STORAGE_KEY = 'litrooms-inspected';
/** How long to wait for this call before a window is opened, in milliseconds. */
const RECONNECT_MS = 1500;

/**
 * Inspects the flows in development (docs/inspector.md): `?inspect` in the address opens this project's inspector,
 * `?inspect=stately` or VITE_INSPECT=stately sends the same messages to Stately's. Returns the observer of the root actor's
 * events.
 */
export function startInspection(): (event: InspectionEvent) => void {
  const requestedInspector = new URLSearchParams(location.search).get('inspect');
  const isStately = (requestedInspector || import.meta.env.VITE_INSPECT) === 'stately';

  const registry = createActorRegistry();
  const messages = createMessageWriter(Date.now().toString(36));
  const inspector = createInspectorWindow(
    new URL(isStately ? STATELY_PAGE : INSPECTOR_PAGE, location.href),
    () => registry.all().map(messages.introduce),
  );
  const bar = createInspectBar(inspector);
  const openOrPrompt = (): void => {
    if (!inspector.isOpen() && !inspector.open()) bar.prompt();
  };
  if (requestedInspector !== null) {
    const mayReconnect = !isStately && sessionStore.get(STORAGE_KEY) !== null;
    setTimeout(openOrPrompt, mayReconnect ? RECONNECT_MS : 0);
  }
  inspector.onSend((request) => sendManually(registry.all(), request));
  inspector.onConnected(() => sessionStore.set(STORAGE_KEY, 'yes'));

  return (event) => {
    try {
      registry.observe(event);
      const message = messages.write(event);
      if (message) inspector.send(message);
    } catch (error) {
      // An error of the inspection must not affect the site.
      console.error('An event could not be sent to the inspector.', error);
    }
  };
}
