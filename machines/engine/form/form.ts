import { assertEvent, assign, emit, fromPromise, setup } from 'xstate';
import { Redacted } from '../../../domain/text/redacted.ts';
import { afterLoading, type EditedRecord, noRecord, type RecordEditing } from './editedRecord.ts';
import type { Failure } from '../failure.ts';
import {
  type EntryRejected,
  errorsOrFailure,
  type FieldLabels,
  firstInvalidField,
  type FormErrors,
  isValid,
  withoutError,
} from './formErrors.ts';
import { sendToActor, sendToFlow, toast } from '../system.ts';
import { dataChanged, type Topic } from '../topics.ts';

/** By field. An entry may contain passwords, so it is passed as Redacted and never stored. */
export type FormEntry = Readonly<Record<string, string>>;

/** What `send` resolves to: values of kept fields, and what a form needs besides. */
export type FormAnswer = Readonly<Record<string, unknown>> | void;

export interface FormInput {
  /** The form is open from the start and has no button that opens it. */
  readonly isOpen: boolean;
  /** The kept values that were typed before a reload. */
  readonly kept?: FormEntry | null | undefined;
}

interface FormContext<Item> extends EditedRecord<Item> {
  readonly isOpen: boolean;
  errors: FormErrors;
  /** Why the server refused the entry, when the reason is about no field. */
  failure: Failure | null;
  /** The values of the kept fields; empty when the form keeps none. */
  kept: FormEntry;
  isShown: boolean;
}

/** Why an entry was refused. */
export type Rejection = Pick<FormContext<never>, 'errors' | 'failure'>;

const noErrors: Rejection = { errors: {}, failure: null };

export interface EntrySent {
  type: 'entrySent';
}

export type FormEvent<Item = never> =
  /** `record`: the record that a form on a page edits. */
  | { type: 'form.shown'; record?: Item | null }
  | { type: 'form.left' }
  /** `kept`: the values of the kept fields to start with. `record`: what the form is about. */
  | { type: 'form.opened'; kept?: FormEntry; record?: Item }
  | { type: 'form.dismissed' }
  /** `value`: that of a kept field. */
  | { type: 'form.changed'; field: string; value?: string }
  /** `entry`: the values of all inputs, also those that a browser filled in without an event. */
  | { type: 'form.submitted'; entry: Redacted<FormEntry> }
  /** The flow around the form has other errors to show, or none any more. */
  | { type: 'form.refused'; errors: FormErrors }
  /** The resource with the record was loaded. */
  | { type: 'form.recordsLoaded'; records: readonly Item[] }
  /** Another form has changed the record on the server for this user. */
  | { type: 'form.recordSaved' }
  /** The user requests the current record, even if that discards what was typed. */
  | { type: 'form.reloadRequested' };

interface FormDefinition<Item> {
  /** The topics that a sent entry changes on the server: flows that show one of them load it again. */
  readonly changes: readonly Topic[];
  readonly labels: FieldLabels;
  /** An entry without errors is sent. */
  readonly validate?: (entry: FormEntry) => FormErrors;
  /** The toast after a success; without it the page shows the success. */
  readonly doneText?: string;
  /** The fields whose values the machine keeps until they are sent, with their first values. None of them is a secret. */
  readonly keeps?: FormEntry;
  /** The kept values after a change, when one of them decides another. */
  readonly derive?: (kept: FormEntry) => FormEntry;
  /** Why `send` has failed: by default the errors of fields or, without any, the failure. */
  readonly explain?: (error: unknown) => Rejection;
  readonly edits?: RecordEditing<Item> | undefined;
}

/** An entry that is about to be sent. */
interface Submission {
  readonly entry: Redacted<FormEntry>;
  readonly errors: FormErrors;
}

/**
 * A form that is opened, filled in and sent. The inputs keep the typed text; the machine keeps which fields are wrong, and the
 * values of fields that must outlast the inputs or decide what the page shows. Sending continues when the page is left.
 */
export function formMachine<Item = never, Answer extends FormAnswer = FormEntry | void>(
  id: string,
  {
    changes,
    labels,
    validate = () => ({}),
    doneText,
    keeps = {},
    derive = (kept) => kept,
    explain = (error) => errorsOrFailure(error, labels),
    edits,
  }: FormDefinition<Item>,
) {
  const keptIn = (entry: Readonly<Record<string, unknown>>): FormEntry =>
    Object.fromEntries(
      Object.entries(keeps).map(([field, first]) => {
        const value = entry[field];
        return [field, typeof value === 'string' ? value : first];
      }),
    );

  const submission = ({
    context,
    event,
  }: {
    context: FormContext<Item>;
    event: { entry: Redacted<FormEntry> };
  }): Submission => {
    const entry = derive({ ...context.kept, ...event.entry.reveal() });
    return { entry: new Redacted(entry), errors: validate(entry) };
  };

  const formSetup = setup({
    types: {
      context: {} as FormContext<Item>,
      events: {} as FormEvent<Item>,
      input: {} as FormInput,
      emitted: {} as EntryRejected | EntrySent,
      tags: {} as 'busy',
    },
    actors: {
      send: fromPromise<Answer, Redacted<FormEntry>>(() => Promise.reject(new Error('send is not provided'))),
    },
    guards: {
      isValid,
      isLeft: ({ context }) => !context.isShown,
      isOpen: ({ context }) => context.isOpen,
    },
    actions: {
      recordShown: assign({ isShown: true }),
      recordLeft: assign({ isShown: false, record: null, expected: null }),
      setRecord: assign((_, { record = null }: { record?: Item | null }) => ({ record, expected: null })),
      takeLoadedRecord: assign(({ context }, { records }: { records: readonly Item[] }) =>
        edits ? afterLoading(context, records, edits.fieldsOf) : {},
      ),
      expectSavedRecord: assign(() => ({
        expected: edits?.refillsWhenSaved === true ? ('reloaded' as const) : ('saved' as const),
      })),
      /** The typed values stay, because another form has changed the record. */
      expectChangedRecord: assign({ expected: 'saved' }),
      expectReloadedRecord: assign({ expected: 'reloaded' }),
      reloadRecord:
        edits === undefined
          ? () => undefined
          : sendToActor(edits.resource, () => ({ type: 'resource.refreshed' })),
      setKept: assign((_, { kept }: { kept?: FormEntry }) => ({ kept: keptIn({ ...kept }) })),
      keepChange: assign(({ context: { kept } }, { field, value }: { field: string; value?: string }) =>
        field in kept && value !== undefined ? { kept: derive({ ...kept, [field]: value }) } : {},
      ),
      keepEntry: assign((_, { entry }: Submission) => ({ kept: keptIn(entry.reveal()) })),
      /** A form that is sent keeps the values that the server returned, or its first values. */
      keepAnswer: assign((_, { output }: { output: FormAnswer }) => ({ kept: keptIn({ ...output }) })),
      /** A form that is open from the start is still open when its page is shown again. */
      close: assign(({ context: { isOpen, kept } }) => ({ ...noErrors, kept: isOpen ? kept : keeps })),
      clearErrors: assign(noErrors),
      /** A changed field has no error until the entry is sent again. */
      clearError: assign(({ context: { errors } }, { field }: { field: string }) => ({
        errors: withoutError(errors, field),
      })),
      showErrors: assign((_, { errors }: { errors: FormErrors }) => ({ errors, failure: null })),
      setFailure: assign((_, { error }: { error: unknown }) => explain(error)),
      emitRejected: emit(({ context: { errors } }) => ({
        type: 'entryRejected' as const,
        field: firstInvalidField(errors, Object.keys(labels)),
      })),
      emitSent: emit({ type: 'entrySent' as const }),
      announceChange: changes.length === 0 ? () => undefined : sendToFlow('root', dataChanged(...changes)),
      showDoneToast:
        doneText === undefined
          ? () => undefined
          : sendToFlow('notifier', toast('success', doneText, { topic: 'account' })),
      persist: () => {
        // Stores the kept values for a reload; provided where it is needed.
      },
      clearPersisted: () => {
        // Deletes the stored values; provided where it is needed.
      },
      handleSending: () => {
        // Runs when an entry is sent; provided where it is needed.
      },
      handleFailure: (_scope, _rejected: { error: unknown }) => {
        // Runs when an entry could not be sent; provided where it is needed.
      },
      handleDismissal: () => {
        // Runs when the form is dismissed; provided where it is needed.
      },
      proceed: (_scope, _answer: { output: Answer }) => {
        // Runs right after a success; provided where it is needed.
      },
      leave: () => {
        // Runs when the page is left after a success; provided where it is needed.
      },
    },
  });

  /** A sent form that is still on the page can be opened, edited and sent again. */
  const shared = formSetup.createStateConfig({
    on: {
      'form.opened': {
        target: 'editing',
        actions: [
          { type: 'setKept', params: ({ event }) => event },
          { type: 'setRecord', params: ({ event }) => event },
        ],
      },
      'form.changed': {
        target: 'editing',
        actions: [
          { type: 'clearError', params: ({ event }) => event },
          { type: 'keepChange', params: ({ event }) => event },
          'persist',
        ],
      },
      'form.submitted': [
        {
          guard: { type: 'isValid', params: submission },
          target: 'sending',
          actions: [{ type: 'keepEntry', params: submission }, 'persist', 'clearErrors', 'handleSending'],
        },
        {
          target: 'editing',
          actions: [
            { type: 'keepEntry', params: submission },
            'persist',
            { type: 'showErrors', params: submission },
            'emitRejected',
          ],
        },
      ],
    },
  });

  return formSetup.createMachine({
    id,
    context: ({ input }) => ({
      isOpen: input.isOpen,
      // An earlier version of the page may have stored fewer fields.
      kept: keptIn({ ...input.kept }),
      ...noErrors,
      ...noRecord,
      isShown: false,
    }),
    initial: 'closed',
    on: {
      'form.shown': { actions: ['recordShown', { type: 'setRecord', params: ({ event }) => event }] },
      'form.recordsLoaded': { actions: { type: 'takeLoadedRecord', params: ({ event }) => event } },
      'form.recordSaved': { actions: 'expectChangedRecord' },
      'form.reloadRequested': { actions: ['expectReloadedRecord', 'reloadRecord'] },
    },
    states: {
      closed: {
        description: 'The page shows the present values and a button that opens the form',
        always: { guard: 'isOpen', target: 'editing' },
        on: {
          'form.opened': shared.on['form.opened'],
          'form.left': { actions: 'recordLeft' },
        },
      },
      editing: {
        description: 'The inputs keep the typed text; errors are shown at their fields',
        on: {
          'form.changed': shared.on['form.changed'],
          'form.submitted': shared.on['form.submitted'],
          'form.refused': { actions: { type: 'showErrors', params: ({ event }) => event } },
          'form.dismissed': { target: 'closed', actions: ['close', 'handleDismissal'] },
          'form.left': { target: 'closed', actions: ['recordLeft', 'close'] },
        },
      },
      sending: {
        description: 'A second press is ignored',
        tags: ['busy'],
        invoke: {
          id: 'send',
          src: 'send',
          input: ({ context, event }) => {
            assertEvent(event, 'form.submitted');
            return submission({ context, event }).entry;
          },
          onDone: {
            target: 'done',
            actions: [
              { type: 'keepAnswer', params: ({ event }) => event },
              'clearPersisted',
              'expectSavedRecord',
              'announceChange',
              'showDoneToast',
              'emitSent',
              { type: 'proceed', params: ({ event }) => event },
            ],
          },
          onError: {
            target: 'editing',
            actions: [
              { type: 'setFailure', params: ({ event }) => event },
              { type: 'handleFailure', params: ({ event }) => event },
              'emitRejected',
            ],
          },
        },
        on: { 'form.left': { actions: 'recordLeft' } },
      },
      done: {
        description: 'The entry was sent. A form that is still on the page can be edited and sent again.',
        always: { guard: 'isLeft', target: 'closed', actions: ['close', 'leave'] },
        on: {
          'form.opened': shared.on['form.opened'],
          'form.changed': shared.on['form.changed'],
          'form.submitted': shared.on['form.submitted'],
          'form.left': { actions: 'recordLeft' },
        },
      },
    },
  });
}
