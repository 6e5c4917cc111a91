import { useEffect, useState } from 'react';
import type { BoundForm } from '../../ui/form/useForm.ts';

/**
 * Opens a form when its page is shown, and again after it was sent. `onSent` is called each time the form was sent. Returns how
 * many times the form was sent.
 */
export function useAlwaysOpenForm(
  { state, open }: Pick<BoundForm, 'state' | 'open'>,
  onSent?: () => void,
): number {
  const [sent, setSent] = useState(0);
  useEffect(() => {
    if (state === 'done') {
      onSent?.();
      setSent((before) => before + 1);
    }
    if (state === 'closed' || state === 'done') open();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `open` and `onSent` are new functions at each render
  }, [state]);
  return sent;
}
