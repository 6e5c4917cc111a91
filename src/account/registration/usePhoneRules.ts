import { useEffect, useState } from 'react';

type PhoneRules = typeof import('./phoneNumbers.ts');

/** Loaded when the field is mounted. Null until then, and if the rules cannot be loaded. */
export function usePhoneRules(): PhoneRules | null {
  const [rules, setRules] = useState<PhoneRules | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    import('./phoneNumbers.ts').then(
      (loaded) => {
        if (!isUnmounted) setRules(loaded);
      },
      () => undefined,
    );
    return () => {
      isUnmounted = true;
    };
  }, []);
  return rules;
}
