import type { AnyActorRef } from 'xstate';

/** A record of the server with the version that a change must name. */
export interface Versioned {
  readonly id: number | string;
  readonly version: number;
}

/** How a form edits a record while the resource that loads the record is loaded again. */
export interface RecordEditing<Item> {
  /** The system id of the resource. Its flow names this form in `editedBy`. */
  readonly resource: string;
  /** The fields of the form, as text to compare. */
  readonly fieldsOf: (item: Item) => string;
  /** A saved form starts again with the values that are then loaded; by default it keeps the typed ones. */
  readonly refillsWhenSaved?: boolean;
}

/** The record of a form. */
export interface EditedRecord<Item> {
  /** The record that the fields were filled in with; null for a new one. */
  readonly record: Item | null;
  /** How many times the fields were filled in again. */
  readonly fillCount: number;
  /** The next loaded record is taken even if its fields are different, because the form has saved it or the user has asked for it. */
  readonly expected: 'saved' | 'reloaded' | null;
}

export const noRecord = { record: null, fillCount: 0, expected: null } as const;

const idOf = (record: unknown): unknown => (record as Partial<Versioned> | null)?.id ?? null;

/**
 * The record after its resource was loaded. A form takes a version with the same fields, and the version that it has saved
 * itself. It does not take a version in which somebody else has changed a field: nothing typed is lost, and saving the form shows
 * what has changed.
 */
export function afterLoading<Item>(
  edited: EditedRecord<Item>,
  loaded: readonly Item[],
  fieldsOf: (item: Item) => string,
): EditedRecord<Item> {
  const { record, fillCount, expected } = edited;
  const current = record && loaded.find((item) => idOf(item) === idOf(record));
  if (!current) return edited;
  if (expected === 'reloaded') return { record: current, fillCount: fillCount + 1, expected: null };
  const isTaken = expected === 'saved' || fieldsOf(current) === fieldsOf(record);
  return isTaken ? { record: current, fillCount, expected: null } : edited;
}

/** The record that a form on a page edits. Until the form has received its record, that is the loaded one. */
export const shownRecord = <Item>(record: Item | null, loaded: Item | null): Item | null =>
  idOf(record) === idOf(loaded) ? record : loaded;

/** Sends the loaded records to the forms that edit them. `editedBy`: the records in the loaded data, by form. */
export function sendRecords<Data>(
  system: AnyActorRef['system'],
  editedBy: Readonly<Record<string, (data: Data) => readonly Versioned[]>>,
  data: Data,
): void {
  for (const [form, recordsIn] of Object.entries(editedBy)) {
    (system.get(form) as AnyActorRef | undefined)?.send({
      type: 'form.recordsLoaded',
      records: recordsIn(data),
    });
  }
}
