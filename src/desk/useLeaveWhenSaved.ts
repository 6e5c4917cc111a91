import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { FormActor } from '../account/useAccountForm.ts';

/** Leaves the page of something new for the list that has it, once it is saved. */
export function useLeaveWhenSaved(flow: FormActor, isNew: boolean, list: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isNew) return undefined;
    const saved = flow.subscribe(({ value }) => {
      if (value === 'done') void navigate(list);
    });
    return () => saved.unsubscribe();
  }, [flow, navigate, isNew, list]);
}
