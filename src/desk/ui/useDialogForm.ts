import { useEffect } from 'react';
import { type BoundForm, type FormActor, useForm } from '../../ui/form/useForm.ts';

/** The form of a dialog: it is opened with the dialog, and the dialog closes after the form was sent. */
export function useDialogForm(flow: FormActor, onClose: () => void): BoundForm {
  const form = useForm(flow);
  const { state } = form;
  useEffect(() => {
    flow.send({ type: 'form.opened' });
  }, [flow]);
  useEffect(() => {
    if (state === 'done') onClose();
  }, [state, onClose]);
  return form;
}
