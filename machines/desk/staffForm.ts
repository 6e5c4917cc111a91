import { enqueueActions, fromPromise } from 'xstate';
import type { RecordEditing } from '../engine/form/editedRecord.ts';
import { formMachine, type FormEntry } from '../engine/form/form.ts';
import { defineFlow } from '../engine/flow.ts';
import { actorIn } from '../engine/system.ts';
import type { FormErrors } from '../engine/form/formErrors.ts';
import type { Topic } from '../engine/topics.ts';

interface StaffForm<Id extends string, Area extends string, Call extends string, Item> {
  readonly id: Id;
  /** The effect `effects[area][call]` sends the entry. */
  readonly area: Area;
  readonly call: Call;
  readonly labels?: Readonly<Record<string, string>>;
  /** The error texts of required fields. */
  readonly required?: Readonly<Record<string, string>>;
  readonly validate?: (entry: FormEntry) => FormErrors;
  readonly doneText: string;
  /** Besides the audit; none for a call that only reads. */
  readonly changes: readonly Topic[];
  readonly isOpen?: boolean;
  /** Only its type matters: what the form is about, for a form that the button of a row opens. */
  readonly record?: Item;
  readonly edits?: RecordEditing<Item>;
  /** Another form that shows a record which this form changes. */
  readonly alsoSaves?: string;
  /** The page after a success: of a form that creates a record, or of every form. */
  readonly leavesFor?: { readonly path: string; readonly after: 'creating' | 'sending' };
}

const requiredErrors = (entry: FormEntry, required: Readonly<Record<string, string>>): FormErrors =>
  Object.fromEntries(Object.entries(required).filter(([field]) => (entry[field] ?? '').trim() === ''));

export const reasonRequired = { reason: 'Enter a reason: it is stored in the audit' };

type Needs<Area extends string, Call extends string> = {
  readonly [A in Area]: { readonly [C in Call]: (entry: FormEntry) => Promise<void> };
};

/** A form whose change is written into the audit. */
export function staffForm<
  const Id extends string,
  const Area extends string,
  const Call extends string,
  Item = never,
>({
  id,
  area,
  call,
  labels = {},
  required = {},
  validate = () => ({}),
  doneText,
  changes,
  isOpen = false,
  edits,
  alsoSaves,
  leavesFor,
}: StaffForm<Id, Area, Call, Item>) {
  const machine = formMachine<Item>(id, {
    // Each change of the desk writes an entry into the audit.
    changes: changes.length === 0 ? [] : [...changes, 'audit'],
    labels,
    validate: (entry) => ({ ...requiredErrors(entry, required), ...validate(entry) }),
    doneText,
    edits,
  });
  return defineFlow<Id, typeof machine, Needs<Area, Call>>({
    id,
    machine,
    whenSessionEnds: 'cleared',
    needs: [area],
    provide: (unprovided, effects) =>
      unprovided.provide({
        actors: { send: fromPromise(({ input }) => effects[area][call](input.reveal())) },
        actions: {
          proceed: enqueueActions(({ enqueue, context: { isShown, record }, system }) => {
            const otherForm = alsoSaves === undefined ? null : actorIn(system, alsoSaves);
            if (otherForm) enqueue.sendTo(otherForm, { type: 'form.recordSaved' });
            const navigation = actorIn(system, 'navigation');
            if (!navigation || !leavesFor || !isShown) return;
            if (leavesFor.after === 'sending' || record === null)
              enqueue.sendTo(navigation, { type: 'navigation.go', path: leavesFor.path });
          }),
        },
      }),
    input: () => ({ isOpen }),
  });
}
