import type { Effects } from '../../machines/app.ts';
import type { RememberedCheckout } from '../../machines/checkout/setup.ts';
import type { EnquiryFields, EnquiryVariant } from '../../machines/enquiry.ts';
import type { RememberedRegistration } from '../../machines/registrationForm.ts';
import type { SearchFields } from '../../machines/search.ts';
import type { RememberedSlots } from '../../machines/slots.ts';
import { sessionStore } from './browserStorage.ts';

/** Raised whenever the kept shape changes: what an older page wrote is then forgotten rather than misread. */
const KEY = 'litrooms-v1';

interface Kept {
  search: SearchFields | null;
  checkout: RememberedCheckout | null;
  enquiries: Partial<Record<EnquiryVariant, EnquiryFields | null>>;
  registration: RememberedRegistration | null;
  slots: Record<number, RememberedSlots>;
}

function read(): Kept {
  const nothing: Kept = { search: null, checkout: null, enquiries: {}, registration: null, slots: {} };
  try {
    return { ...nothing, ...(JSON.parse(sessionStore.get(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return nothing;
  }
}

function change(part: Partial<Kept>): void {
  sessionStore.set(KEY, JSON.stringify({ ...read(), ...part }));
}

/** What a tab remembers over a reload, in session storage: never a token or a password (ruling 12). */
export const memory: Effects['memory'] = {
  recall: read,
  keepSearch: (search) => change({ search }),
  keepSlots: (roomId, slots) => change({ slots: { ...read().slots, [roomId]: slots } }),
  keepCheckout: (checkout) => change({ checkout }),
  keepEnquiry: (variant, fields) => change({ enquiries: { ...read().enquiries, [variant]: fields } }),
  keepRegistration: (registration) => change({ registration }),
};
