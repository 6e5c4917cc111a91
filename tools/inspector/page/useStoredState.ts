import { useState } from 'react';
import { sessionStore } from '../../../src/app/effects/browserStorage.ts';

/** State that survives a reload of this page. */
export function useStoredState<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const key = `inspector:${name}`;
  const [value, setValue] = useState<Value>(() => {
    const kept = sessionStore.get(key);
    return kept === null ? initial : (JSON.parse(kept) as Value);
  });
  const keep = (next: Value): void => {
    sessionStore.set(key, JSON.stringify(next));
    setValue(next);
  };
  return [value, keep];
}
