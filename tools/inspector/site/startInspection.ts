import type { InspectionEvent } from 'xstate';
import { sessionStore } from '../../../src/effects/browserStorage.ts';
import { OWN_PAGE } from '../protocol.ts';
import { MACHINES_EDITED, type MachinesEdited, takeEdit } from './editedMachines.ts';
import { inspectBar } from './inspectBar.ts';
import { inspectorWindow } from './inspectorWindow.ts';
import { liveActors } from './liveActors.ts';
import { messageWriter } from './messages.ts';
import { sendByHand } from './sendByHand.ts';

/** Stately's hosted inspector, which speaks the same protocol. */
const STATELY_PAGE = 'https://stately.ai/inspect';

/** Remembers that this tab had an inspector, which will call after a reload of the site. */
const WAS_OPEN = 'litrooms-inspected';
/** How long such a call may take before a window is opened instead, in milliseconds. */
const CALL_MS = 1500;

/**
 * Watches the flows in development (docs/inspector.md): `?inspect` in the address opens our own page, `?inspect=stately`
 * or VITE_INSPECT=stately sends the same messages to Stately's. Returns the observer of the root actor's events.
 */
export function startInspection(): (event: InspectionEvent) => void {
  const asked = new URLSearchParams(location.search).get('inspect');
  const isStately = (asked || import.meta.env.VITE_INSPECT) === 'stately';

  const living = liveActors();
  const messages = messageWriter(Date.now().toString(36));
  const inspector = inspectorWindow(new URL(isStately ? STATELY_PAGE : OWN_PAGE, location.href), () =>
    living.all().map(messages.introduce),
  );
  const bar = inspectBar(inspector);
  const openOrAsk = (): void => {
    if (!inspector.isOpen() && !inspector.open()) bar.ask();
  };
  if (asked !== null) {
    const mayCall = !isStately && sessionStore.get(WAS_OPEN) !== null;
    setTimeout(openOrAsk, mayCall ? CALL_MS : 0);
  }
  import.meta.hot?.on(MACHINES_EDITED, (edit: MachinesEdited) => {
    takeEdit(edit, living.all()).then(
      (actors) => {
        for (const actor of actors) inspector.send(messages.introduce(actor));
      },
      (error: unknown) => console.error(`The edit of ${edit.file} cannot be used.`, error),
    );
  });
  inspector.onSend((request) => sendByHand(living.all(), request));
  inspector.onConnected(() => sessionStore.set(WAS_OPEN, 'yes'));

  return (event) => {
    try {
      living.note(event);
      const message = messages.write(event);
      if (message) inspector.send(message);
    } catch (error) {
      // Watching must not change what is watched.
      console.error('An event could not be sent to the inspector.', error);
    }
  };
}
