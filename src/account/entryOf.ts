import type { FormEntry } from '../../machines/accountForm.ts';

/** The texts in a form's inputs, by name; `submitter`: the button that sends it, which may say a value, too. */
export function entryOf(form: HTMLFormElement, submitter?: HTMLElement | null): FormEntry {
  const inputs = [...new FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  );
  const said = submitter instanceof HTMLButtonElement && submitter.name !== '';
  return { ...Object.fromEntries(inputs), ...(said && { [submitter.name]: submitter.value }) };
}
