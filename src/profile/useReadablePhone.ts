import { useSyncExternalStore } from 'react';

type Format = (text: string) => string;

let loaded: Format | null = null;

const loading = import('../../domain/phone.ts').then(
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
 * Formats a phone number for people ('+91 98400 12345'). The rules of all countries are three times as large as the page: they
 * are fetched beside the details instead of before the page, and it is null until they are there. Without them a number is shown
 * as it is stored.
 */
export const useReadablePhone = (): Format | null => useSyncExternalStore(subscribe, () => loaded);
