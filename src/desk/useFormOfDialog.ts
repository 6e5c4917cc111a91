import { useEffect } from 'react';
import { type AccountForm, type FormActor, useAccountForm } from '../account/useAccountForm.ts';

/** A form that is open as long as its dialog is, which closes when it was sent. */
export function useFormOfDialog(flow: FormActor, onClose: () => void): AccountForm {
  const form = useAccountForm(flow);
  const { state } = form;
  useEffect(() => {
    flow.send({ type: 'form.opened' });
  }, [flow]);
  useEffect(() => {
    if (state === 'done') onClose();
  }, [state, onClose]);
  return form;
}
