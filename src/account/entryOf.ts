import type { FormEntry } from '../../machines/accountForm.ts';

/** The texts in a form's inputs, by name. */
export const entryOf = (form: HTMLFormElement): FormEntry =>
  Object.fromEntries(
    [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
