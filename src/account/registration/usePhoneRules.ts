import { useEffect, useState } from 'react';

type PhoneRules = typeof import('./phoneNumbers.ts');

/** The phone number rules, loaded when the field is mounted; null until then and if they cannot be loaded. */
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
