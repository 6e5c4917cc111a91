import { useEffect, useState } from 'react';

type PhoneNumbers = typeof import('./phoneNumbers.ts');

/** What is known of the world's numbers once it has been fetched; without it the field is a plain one. */
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
