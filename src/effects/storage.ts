import type { Effects } from '../../machines/effects.ts';
import type { PersistedRegistration } from '../../machines/registrationForm.ts';
import { sessionStore } from './browserStorage.ts';
import type { PersistedCheckout } from '../../machines/events/checkout.ts';
import type { EnquiryFields, EnquiryVariant } from '../../machines/events/enquiry.ts';
import type { PersistedSearch } from '../../machines/events/search.ts';
import type { PersistedSlots } from '../../machines/events/slots.ts';
import type { WaitedTimes } from '../../machines/events/waitlist.ts';

/** Incremented when the stored format changes, so that values of an older page are dropped and not misread. */
const KEY = 'litrooms-v1';

interface StoredState {
  search: PersistedSearch | null;
  checkout: PersistedCheckout | null;
  enquiries: Partial<Record<EnquiryVariant, EnquiryFields | null>>;
  registration: PersistedRegistration | null;
  slots: Record<number, PersistedSlots>;
  wait: WaitedTimes | null;
}

function read(): StoredState {
  const nothing: StoredState = {
    search: null,
    checkout: null,
    enquiries: {},
    registration: null,
    slots: {},
    wait: null,
  };
  try {
    return { ...nothing, ...(JSON.parse(sessionStore.get(KEY) ?? '{}') as Partial<StoredState>) };
  } catch {
    return nothing;
  }
}

function change(part: Partial<StoredState>): void {
  sessionStore.set(KEY, JSON.stringify({ ...read(), ...part }));
}

/** What a tab remembers over a reload, in session storage: never a token or a password (ruling 12). */
export const storage: Effects['storage'] = {
  load: read,
  saveSearch: (search) => change({ search }),
  saveSlots: (roomId, slots) => change({ slots: { ...read().slots, [roomId]: slots } }),
  saveCheckout: (checkout) => change({ checkout }),
  saveEnquiry: (variant, fields) => change({ enquiries: { ...read().enquiries, [variant]: fields } }),
  saveRegistration: (registration) => change({ registration }),
  saveWait: (wait) => change({ wait }),
};
