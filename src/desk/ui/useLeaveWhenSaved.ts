import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { FormActor } from '../../ui/form/useForm.ts';

/** Goes to the list at `list` after the form of a new record was saved. Does nothing unless `isNew`. */
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
