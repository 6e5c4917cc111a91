import { useSelector } from '../../app/system/useSelector.ts';
import { type FormEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { Redacted } from '../../../domain/text/redacted.ts';
import { shownRecord } from '../../../machines/engine/form/editedRecord.ts';
import type { FormAnswer, FormEntry, formMachine } from '../../../machines/engine/form/form.ts';
import type { Failure } from '../../../machines/engine/failure.ts';
import type { FormErrors } from '../../../machines/engine/form/formErrors.ts';
import { filledHandlers, type FilledHandlers } from '../fields/filledFields.ts';
import { focusField } from '../fields/focusField.ts';
import { statePath } from '../../app/system/statePath.ts';
import { entryOf } from './entryOf.ts';
import { useWhileShown } from '../../app/system/useWhileShown.ts';
import { useEmitted } from '../../app/system/useEmitted.ts';

export type FormActor<Item = never> = ActorRefFrom<ReturnType<typeof formMachine<Item, FormAnswer>>>;

export interface BoundForm<Item = unknown> {
  readonly state: string;
  /** The form of a dialog or a row is open. */
  readonly isOpen: boolean;
  /** The record that the fields were filled in with, or what the opened form is about; null for a new one. */
  readonly record: Item | null;
  /** A new key fills in the fields again. */
  readonly fillCount: number;
  readonly isBusy: boolean;
  readonly errors: FormErrors;
  readonly failure: Failure | null;
  /** The values of the fields that the flow keeps. */
  readonly kept: FormEntry;
  /** The focus moves to the first rejected field in the form. */
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  /** Sends a form without fields, whose button gives the entry. */
  readonly send: (entry: FormEntry) => void;
  /** `record`: what the form of a row or a dialog is about. */
  open(this: void, record?: Item): void;
  readonly dismiss: () => void;
  /** Fills in the fields with the current record. */
  readonly reload: () => void;
  readonly bind: (name: string) => {
    readonly name: string;
    readonly error: boolean;
    readonly helperText: string | undefined;
    readonly onChange: () => void;
  };
  /** For a field whose value the flow keeps. */
  readonly bindKept: (name: string) => {
    readonly name: string;
    readonly error: boolean;
    readonly helperText: string | undefined;
    readonly value: string;
    readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  };
  /** For kept fields: the handlers report values that a browser filled in without an event. */
  readonly filledHandlers: FilledHandlers;
}

interface FormOptions<Item> {
  /** The record that a form on a page edits. A dialog's form receives its record when it is opened. */
  readonly record?: Item | null;
  /** Called after the form was sent. */
  readonly onSent?: () => void;
}

/** The form is shown while its component is mounted. Only the inputs hold the text of fields that are not kept (ruling 13). */
export function useForm<Item>(
  flow: FormActor<Item>,
  { record: loaded, onSent }: FormOptions<NoInfer<Item>> = {},
): BoundForm<Item> {
  const state = useSelector(flow, ({ value }) => statePath(value));
  const isBusy = useSelector(flow, (snapshot) => snapshot.hasTag('busy'));
  const errors = useSelector(flow, ({ context }) => context.errors);
  const failure = useSelector(flow, ({ context }) => context.failure);
  const kept = useSelector(flow, ({ context }) => context.kept);
  const formRef = useRef<HTMLFormElement>(null);
  const rejectedField = useRef<string | null>(null);

  const record = useSelector(flow, ({ context }) => context.record);
  const fillCount = useSelector(flow, ({ context }) => context.fillCount);

  useWhileShown(flow, {
    shown: { type: 'form.shown', record: loaded ?? null },
    left: { type: 'form.left' },
  });
  useEmitted(flow, 'entryRejected', ({ field }) => {
    rejectedField.current = field;
  });
  useEmitted(flow, 'entrySent', () => onSent?.());

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
    isOpen: state === 'editing' || state === 'sending',
    record: loaded === undefined ? record : shownRecord(record, loaded),
    fillCount,
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
    send: (entry) => flow.send({ type: 'form.submitted', entry: new Redacted(entry) }),
    open: (opened) => flow.send({ type: 'form.opened', ...(opened !== undefined && { record: opened }) }),
    dismiss: () => flow.send({ type: 'form.dismissed' }),
    reload: () => flow.send({ type: 'form.reloadRequested' }),
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
