import { useSelector } from '../../app/system/useSelector.ts';
import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { Redacted } from '../../../domain/text/redacted.ts';
import type { FormEntry, formMachine } from '../../../machines/engine/form.ts';
import type { Failure } from '../../../machines/engine/failure.ts';
import type { FormErrors } from '../../../machines/engine/formErrors.ts';
import { filledHandlers, type FilledHandlers } from '../fields/filledFields.ts';
import { focusField } from '../fields/focusField.ts';
import { statePath } from '../../app/system/statePath.ts';
import { entryOf } from './entryOf.ts';

export type FormActor = ActorRefFrom<ReturnType<typeof formMachine>>;

export interface BoundForm {
  readonly state: string;
  readonly isBusy: boolean;
  readonly errors: FormErrors;
  readonly failure: Failure | null;
  /** The values of the fields that the flow keeps. */
  readonly kept: FormEntry;
  /** The form's element. The focus moves to the first rejected field in it. */
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly open: () => void;
  readonly dismiss: () => void;
  /** The props of a field: its name, its error and its change handler. */
  readonly bind: (name: string) => {
    readonly name: string;
    readonly error: boolean;
    readonly helperText: string | undefined;
    readonly onChange: () => void;
  };
  /** The props of a field whose value the flow keeps. */
  readonly bindKept: (name: string) => {
    readonly name: string;
    readonly error: boolean;
    readonly helperText: string | undefined;
    readonly value: string;
    readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  };
  /** The handlers of a form with kept fields: they report values that a browser filled in without an event. */
  readonly filledHandlers: FilledHandlers;
}

/** Shows a form while its component is mounted. Only the inputs hold the text of fields that are not kept (ruling 13). */
export function useForm(flow: FormActor): BoundForm {
  const state = useSelector(flow, ({ value }) => statePath(value));
  const isBusy = useSelector(flow, (snapshot) => snapshot.hasTag('busy'));
  const errors = useSelector(flow, ({ context }) => context.errors);
  const failure = useSelector(flow, ({ context }) => context.failure);
  const kept = useSelector(flow, ({ context }) => context.kept);
  const formRef = useRef<HTMLFormElement>(null);
  const rejectedField = useRef<string | null>(null);

  useEffect(() => {
    flow.send({ type: 'form.shown' });
    return () => {
      // A form that another flow has invoked ends with the state that shows it.
      if (flow.getSnapshot().status === 'active') flow.send({ type: 'form.left' });
    };
  }, [flow]);

  useEffect(() => {
    const subscription = flow.on('entryRejected', ({ field }) => {
      rejectedField.current = field;
    });
    return () => subscription.unsubscribe();
  }, [flow]);

  // A select is disabled during submission and cannot take the focus; the focus moves after the render that enables it.
  useLayoutEffect(() => {
    if (rejectedField.current !== null) focusField(formRef.current, rejectedField.current);
    rejectedField.current = null;
  });

  const bind = (name: string) => ({
    name,
    error: errors[name] !== undefined,
    helperText: errors[name],
    onChange: () => flow.send({ type: 'form.changed', field: name }),
  });

  return {
    state,
    isBusy,
    errors,
    failure,
    kept,
    formRef,
    submit: (event) => {
      event.preventDefault();
      const { submitter } = event.nativeEvent as SubmitEvent;
      flow.send({ type: 'form.submitted', entry: new Redacted(entryOf(event.currentTarget, submitter)) });
    },
    open: () => flow.send({ type: 'form.opened' }),
    dismiss: () => flow.send({ type: 'form.dismissed' }),
    bind,
    bindKept: (name) => ({
      ...bind(name),
      value: kept[name] ?? '',
      onChange: ({ target: { value } }) => flow.send({ type: 'form.changed', field: name, value }),
    }),
    filledHandlers: filledHandlers(
      () => flow.getSnapshot().context.kept,
      (filled) => flow.send({ type: 'form.changed', ...filled }),
    ),
  };
}
