import { useEffect } from 'react';
import type { AccountForm } from '../account/useAccountForm.ts';

/** Opens a form at once, and again after it was sent: its page is there to fill it in. */
export function useOpenForm({ state, open }: Pick<AccountForm, 'state' | 'open'>): void {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `open` is a new function each time
  useEffect(() => (state === 'closed' || state === 'done' ? open() : undefined), [state]);
}
