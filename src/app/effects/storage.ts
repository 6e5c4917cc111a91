import type { Effects } from '../../../machines/effects.ts';
import {
  noPersistedState,
  type PersistedState,
  withoutPersonalData,
} from '../../../machines/engine/visit.ts';
import { sessionStore } from './browserStorage.ts';

/** The version increases when the stored format changes, so that values of an older page are ignored. */
const KEY = 'litrooms-v3';

function read(): PersistedState {
  try {
    return JSON.parse(sessionStore.get(KEY) ?? '{}') as PersistedState;
  } catch {
    return noPersistedState;
  }
}

function change(part: PersistedState): void {
  sessionStore.set(KEY, JSON.stringify({ ...read(), ...part }));
}

/** In session storage: a tab keeps its state over a reload. The state contains no token and no password (ruling 12). */
export const storage: Effects['storage'] = {
  load: read,
  forgetPersonalData: () => change(withoutPersonalData(read())),
  saveSearch: (search) => change({ search }),
  saveSlots: (roomId, slots) => change({ slots: { ...read().slots, [roomId]: slots } }),
  saveCheckout: (checkout) => change({ checkout }),
  saveEnquiry: (variant, fields) => change({ enquiries: { ...read().enquiries, [variant]: fields } }),
  saveRegistration: (registration) => change({ registration }),
  saveWait: (wait) => change({ wait }),
};
