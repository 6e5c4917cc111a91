import { useSyncExternalStore } from 'react';

type PhoneFormatter = (text: string) => string;

let loaded: PhoneFormatter | null = null;

const loading = import('../../../domain/account/phone.ts').then(
  ({ readablePhone }) => {
    loaded = readablePhone;
  },
  () => {
    loaded = (text) => text;
  },
);

function subscribe(onLoaded: () => void): () => void {
  void loading.then(onLoaded);
  return () => undefined;
}

/**
 * A function that formats a phone number for people ('+91 98400 12345'); null until the rules are loaded. The rules of all
 * countries are three times the size of the page, so they are loaded in parallel with the details. If they cannot be loaded,
 * a number is shown as it is stored.
 */
export const usePhoneFormatter = (): PhoneFormatter | null => useSyncExternalStore(subscribe, () => loaded);
