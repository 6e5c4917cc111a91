import { useSelector } from '@xstate/react';
import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { Redacted } from '../../domain/redacted.ts';
import type { accountFormMachine } from '../../machines/accountForm.ts';
import type { Failure } from '../../machines/failure.ts';
import type { FormErrors } from '../../machines/formErrors.ts';
import { focusField } from '../forms/focusField.ts';
import { statePath } from '../system/statePath.ts';
import { entryOf } from './entryOf.ts';

/** An actor of a form about an account. */
export type FormActor = ActorRefFrom<ReturnType<typeof accountFormMachine>>;

export interface AccountForm {
  readonly state: string;
  readonly isBusy: boolean;
  readonly errors: FormErrors;
  readonly failure: Failure | null;
  /** For the form's element: it receives the focus when a field was refused. */
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly open: () => void;
  readonly dismiss: () => void;
  /** A field's name, error and what its changes do. */
  readonly bind: (name: string) => {
    readonly name: string;
    readonly error: boolean;
    readonly helperText: string | undefined;
    readonly onChange: () => void;
  };
}

/** Shows an account form while its component is mounted. The inputs alone hold what was typed (ruling 13). */
export function useAccountForm(flow: FormActor): AccountForm {
  const state = useSelector(flow, ({ value }) => statePath(value));
  const isBusy = useSelector(flow, (snapshot) => snapshot.hasTag('busy'));
  const errors = useSelector(flow, ({ context }) => context.errors);
  const failure = useSelector(flow, ({ context }) => context.failure);
  const formRef = useRef<HTMLFormElement>(null);
  const refused = useRef<string | null>(null);

  useEffect(() => {
    flow.send({ type: 'form.shown' });
    return () => flow.send({ type: 'form.left' });
  }, [flow]);

  useEffect(() => {
    const rejected = flow.on('entryRejected', ({ field }) => {
      refused.current = field;
    });
    return () => rejected.unsubscribe();
  }, [flow]);

  // A choice is disabled while its form is sent, and receives the focus once it is not.
  useLayoutEffect(() => {
    if (refused.current !== null) focusField(formRef.current, refused.current);
    refused.current = null;
  });

  return {
    state,
    isBusy,
    errors,
    failure,
    formRef,
    submit: (event) => {
      event.preventDefault();
      const { submitter } = event.nativeEvent as SubmitEvent;
      flow.send({ type: 'form.submitted', entry: new Redacted(entryOf(event.currentTarget, submitter)) });
    },
    open: () => flow.send({ type: 'form.opened' }),
    dismiss: () => flow.send({ type: 'form.dismissed' }),
    bind: (name) => ({
      name,
      error: errors[name] !== undefined,
      helperText: errors[name],
      onChange: () => flow.send({ type: 'form.changed', field: name }),
    }),
  };
}
