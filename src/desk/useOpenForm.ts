import { useEffect, useState } from 'react';
import type { AccountForm } from '../account/useAccountForm.ts';

/**
 * Opens a form at once, and again after it was sent, because its page is there to fill it in. `onSent` is called each time it was
 * sent. Returns how many times that was.
 */
export function useOpenForm(
  { state, open }: Pick<AccountForm, 'state' | 'open'>,
  onSent?: () => void,
): number {
  const [sent, setSent] = useState(0);
  useEffect(() => {
    if (state === 'done') {
      onSent?.();
      setSent((before) => before + 1);
    }
    if (state === 'closed' || state === 'done') open();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `open` and `onSent` are new functions each time
  }, [state]);
  return sent;
}
