import { Redacted } from '../../../domain/text/redacted.ts';
import type { FormEntry } from '../../../machines/engine/accountForm.ts';
import { type AccountForm, type FormActor, useAccountForm } from '../../ui/form/useAccountForm.ts';

/** A form without fields: a button sends it, also several times. */
export function useButtonForm(
  flow: FormActor,
): Pick<AccountForm, 'isBusy' | 'failure'> & { readonly send: (entry: FormEntry) => void } {
  const { state, isBusy, failure } = useAccountForm(flow);
  const send = (entry: FormEntry): void => {
    if (state === 'done') flow.send({ type: 'form.opened' });
    flow.send({ type: 'form.submitted', entry: new Redacted(entry) });
  };
  return { isBusy, failure, send };
}
