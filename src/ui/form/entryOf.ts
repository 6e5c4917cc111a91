import type { FormEntry } from '../../../machines/engine/form/form.ts';

/** By input name, with the value of `submitter`, the button that submitted the form, if it has a name. */
export function entryOf(form: HTMLFormElement, submitter?: HTMLElement | null): FormEntry {
  const inputs = [...new FormData(form)].flatMap(([name, value]): [string, string][] =>
    // A form sends the lines of a text with CRLF; the input has LF.
    typeof value === 'string' ? [[name, value.replaceAll('\r\n', '\n')]] : [],
  );
  const hasValue = submitter instanceof HTMLButtonElement && submitter.name !== '';
  return { ...Object.fromEntries(inputs), ...(hasValue && { [submitter.name]: submitter.value }) };
}
