import type { AnyActorRef } from 'xstate';

/** A change must name the version of the record. */
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

export interface EditedRecord<Item> {
  /** The record whose values the fields started with; null for a new one. */
  readonly record: Item | null;
  /** How many times the fields were filled in again. */
  readonly fillCount: number;
  /**
   * Why the next loaded record is taken even if its fields are different: the form has saved it, or the user
   * requested it.
   */
  readonly expected: 'saved' | 'reloaded' | null;
}

export const noRecord = { record: null, fillCount: 0, expected: null } as const;

const idOf = (record: unknown): unknown => (record as Partial<Versioned> | null)?.id ?? null;

/**
 * A form takes a version with the same fields, and the version that it has saved itself. It does not take a
 * version in which another person has changed a field: nothing typed is lost, and saving the form shows what
 * has changed.
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

/** The loaded record until the form has received it. */
export const shownRecord = <Item>(record: Item | null, loaded: Item | null): Item | null =>
  idOf(record) === idOf(loaded) ? record : loaded;

/** `editedBy`: the records in the loaded data, by form. */
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
