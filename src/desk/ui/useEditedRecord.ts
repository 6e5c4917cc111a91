import { useState } from 'react';

interface Versioned {
  readonly version: number;
}

interface EditedRecord<Item> {
  /** The record with which the form was filled in; the form sends its version. */
  readonly record: Item;
  /** The key of the form's fields. A new key fills them in again. */
  readonly formKey: number;
  /**
   * The form has saved the record, or the user has asked for the current one: the form takes the next loaded record, even if the
   * fields are different.
   */
  readonly expected: { readonly because: 'saved' | 'reloaded'; readonly isLoading: boolean } | null;
}

/**
 * The record that a form edits, while the record is loaded again in the background. The form takes a new version whose fields are
 * the same, and the version that it has saved itself. It does not take a version in which somebody else has changed a field:
 * nothing typed is lost, and saving the form shows what has changed. `fieldsOf`: the fields of the form, as text to compare.
 * `isLoading`: the record is being loaded.
 */
export function useEditedRecord<Item extends Versioned | null>(
  loaded: Item,
  fieldsOf: (item: Item) => string,
  isLoading: boolean,
): EditedRecord<Item> & { readonly expectSaved: () => void; readonly expectReloaded: () => void } {
  const [edited, setEdited] = useState<EditedRecord<Item>>({ record: loaded, formKey: 0, expected: null });
  const { record, formKey, expected } = edited;
  if (expected && isLoading && !expected.isLoading) {
    setEdited({ record, formKey, expected: { ...expected, isLoading } });
  } else if (expected?.isLoading && !isLoading) {
    setEdited({
      record: loaded,
      formKey: expected.because === 'reloaded' ? formKey + 1 : formKey,
      expected: null,
    });
  } else if (loaded?.version !== record?.version && fieldsOf(loaded) === fieldsOf(record)) {
    setEdited({ record: loaded, formKey, expected });
  }
  return {
    ...edited,
    expectSaved: () => setEdited({ ...edited, expected: { because: 'saved', isLoading } }),
    expectReloaded: () => setEdited({ ...edited, expected: { because: 'reloaded', isLoading } }),
  };
}
