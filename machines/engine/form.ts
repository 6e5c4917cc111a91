import { assertEvent, assign, emit, fromPromise, setup } from 'xstate';
import type { Redacted } from '../../domain/text/redacted.ts';
import {
  type Changed,
  clearedError,
  type EntryRejected,
  failureWith,
  type FormState,
  isValid,
  noErrors,
  rejectionOf,
  shownErrors,
} from './formActions.ts';
import type { FieldLabels, FormErrors } from './formErrors.ts';
import { sendToFlow, toast } from './system.ts';
import { dataChanged, type Topic } from './topics.ts';

/** The typed values of a form, by field. An entry may contain passwords, so it is passed as Redacted and never stored. */
export type FormEntry = Readonly<Record<string, string>>;

export interface FormInput {
  /** The form is open from the start and has no button that opens it. */
  readonly isOpen: boolean;
}

interface FormContext extends FormInput, FormState {
  isShown: boolean;
}

export type FormEvent =
  | { type: 'form.shown' }
  | { type: 'form.left' }
  | { type: 'form.opened' }
  | { type: 'form.dismissed' }
  | { type: 'form.changed'; field: string }
  | { type: 'form.submitted'; entry: Redacted<FormEntry> };

interface FormDefinition {
  /** The topics that a sent entry changes on the server: flows that show one of them load it again. */
  readonly changes: readonly Topic[];
  readonly labels: FieldLabels;
  /** The errors of an entry; it is sent when there are none. */
  readonly validate?: (entry: FormEntry) => FormErrors;
  /** The toast after a success; without it the page shows the success. */
  readonly doneText?: string;
}

/**
 * A form that is opened, filled in and sent. The inputs keep the typed text; the machine keeps which fields
 * are wrong. Sending continues when the page is left.
 */
export function formMachine(
  id: string,
  { changes, labels, validate = () => ({}), doneText }: FormDefinition,
) {
  const errorsIn = ({ event }: { event: { entry: Redacted<FormEntry> } }) => ({
    errors: validate(event.entry.reveal()),
  });

  return setup({
    types: {
      context: {} as FormContext,
      events: {} as FormEvent,
      input: {} as FormInput,
      emitted: {} as EntryRejected,
      tags: {} as 'busy',
    },
    actors: {
      send: fromPromise<void, Redacted<FormEntry>>(() => Promise.reject(new Error('send is not provided'))),
    },
    guards: {
      isValid,
      isLeft: ({ context }) => !context.isShown,
      isOpen: ({ context }) => context.isOpen,
    },
    actions: {
      recordShown: assign({ isShown: true }),
      recordLeft: assign({ isShown: false }),
      clearErrors: assign(noErrors),
      clearError: assign(({ context }, changed: Changed) => clearedError(context, changed)),
      showErrors: assign(shownErrors),
      setFailure: assign(failureWith(labels)),
      emitRejected: emit(({ context }) => rejectionOf(context, Object.keys(labels))),
      announceChange: changes.length === 0 ? () => undefined : sendToFlow('root', dataChanged(...changes)),
      showDoneToast:
        doneText === undefined
          ? () => undefined
          : sendToFlow('notifier', toast('success', doneText, { topic: 'account' })),
      proceed: () => {
        // Runs right after a success; provided where it is needed.
      },
      leave: () => {
        // Runs when the page is left after a success; provided where it is needed.
      },
    },
  }).createMachine({
    id,
    context: ({ input }) => ({ ...input, ...noErrors, isShown: false }),
    initial: 'closed',
    on: { 'form.shown': { actions: 'recordShown' } },
    states: {
      closed: {
        description: 'The page shows the present values and a button that opens the form',
        always: { guard: 'isOpen', target: 'editing' },
        on: { 'form.opened': 'editing', 'form.left': { actions: 'recordLeft' } },
      },
      editing: {
        description: 'The inputs keep the typed text; errors are shown at their fields',
        on: {
          'form.changed': { actions: { type: 'clearError', params: ({ event }) => event } },
          'form.submitted': [
            { guard: { type: 'isValid', params: errorsIn }, target: 'sending', actions: 'clearErrors' },
            { actions: [{ type: 'showErrors', params: errorsIn }, 'emitRejected'] },
          ],
          'form.dismissed': { target: 'closed', actions: 'clearErrors' },
          'form.left': { target: 'closed', actions: ['recordLeft', 'clearErrors'] },
        },
      },
      sending: {
        description: 'A second press is ignored',
        tags: ['busy'],
        invoke: {
          id: 'send',
          src: 'send',
          input: ({ event }) => {
            assertEvent(event, 'form.submitted');
            return event.entry;
          },
          onDone: { target: 'done', actions: ['announceChange', 'showDoneToast', 'proceed'] },
          onError: {
            target: 'editing',
            actions: [{ type: 'setFailure', params: ({ event }) => event }, 'emitRejected'],
          },
        },
        on: { 'form.left': { actions: 'recordLeft' } },
      },
      done: {
        description: 'The entry was sent; the form is closed until it is opened again',
        always: { guard: 'isLeft', target: 'closed', actions: 'leave' },
        on: { 'form.opened': 'editing', 'form.left': { actions: 'recordLeft' } },
      },
    },
  });
}
