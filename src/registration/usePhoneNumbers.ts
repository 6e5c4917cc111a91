import { useEffect, useState } from 'react';

type PhoneNumbers = typeof import('./phoneNumbers.ts');

/** The phone number rules, loaded with the field; null before that and when they cannot be loaded. */
export function usePhoneNumbers(): PhoneNumbers | null {
  const [numbers, setNumbers] = useState<PhoneNumbers | null>(null);
  useEffect(() => {
    let isGone = false;
    import('./phoneNumbers.ts').then(
      (fetched) => {
        if (!isGone) setNumbers(fetched);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return numbers;
}
