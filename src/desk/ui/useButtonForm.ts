import { Redacted } from '../../../domain/text/redacted.ts';
import type { FormEntry } from '../../../machines/engine/form.ts';
import { type BoundForm, type FormActor, useForm } from '../../ui/form/useForm.ts';

/** A form without fields: a button sends it, also several times. */
export function useButtonForm(
  flow: FormActor,
): Pick<BoundForm, 'isBusy' | 'failure'> & { readonly send: (entry: FormEntry) => void } {
  const { state, isBusy, failure } = useForm(flow);
  const send = (entry: FormEntry): void => {
    if (state === 'done') flow.send({ type: 'form.opened' });
    flow.send({ type: 'form.submitted', entry: new Redacted(entry) });
  };
  return { isBusy, failure, send };
}
