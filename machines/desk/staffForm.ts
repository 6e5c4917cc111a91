import { fromPromise } from 'xstate';
import { formMachine, type FormEntry } from '../engine/form.ts';
import { defineFlow } from '../engine/flow.ts';
import type { FormErrors } from '../engine/formErrors.ts';
import type { Topic } from '../engine/topics.ts';

interface StaffForm<Id extends string, Area extends string, Call extends string> {
  readonly id: Id;
  /** The effect that sends the entry: `effects[area][call]`. */
  readonly area: Area;
  readonly call: Call;
  readonly labels?: Readonly<Record<string, string>>;
  /** The error texts of required fields. */
  readonly required?: Readonly<Record<string, string>>;
  readonly validate?: (entry: FormEntry) => FormErrors;
  readonly doneText: string;
  /** The topics that the call changes, besides the audit; none for a call that only reads. */
  readonly changes: readonly Topic[];
  readonly isOpen?: boolean;
}

const requiredErrors = (entry: FormEntry, required: Readonly<Record<string, string>>): FormErrors =>
  Object.fromEntries(Object.entries(required).filter(([field]) => (entry[field] ?? '').trim() === ''));

/** The error text of a missing reason. */
export const reasonRequired = { reason: 'Enter a reason: it is stored in the audit' };

type Needs<Area extends string, Call extends string> = {
  readonly [A in Area]: { readonly [C in Call]: (entry: FormEntry) => Promise<void> };
};

/** A form of the desk: one whose change is written into the audit. */
export function staffForm<const Id extends string, const Area extends string, const Call extends string>({
  id,
  area,
  call,
  labels = {},
  required = {},
  validate = () => ({}),
  doneText,
  changes,
  isOpen = false,
}: StaffForm<Id, Area, Call>) {
  const machine = formMachine(id, {
    // Each change of the desk writes an entry into the audit.
    changes: changes.length === 0 ? [] : [...changes, 'audit'],
    labels,
    validate: (entry) => ({ ...requiredErrors(entry, required), ...validate(entry) }),
    doneText,
  });
  return defineFlow<Id, typeof machine, Needs<Area, Call>>({
    id,
    machine,
    whenSessionEnds: 'cleared',
    needs: [area],
    provide: (unprovided, effects) =>
      unprovided.provide({
        actors: { send: fromPromise(({ input }) => effects[area][call](input.reveal())) },
      }),
    input: () => ({ isOpen }),
  });
}
