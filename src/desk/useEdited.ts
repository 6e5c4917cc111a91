import { useState } from 'react';

interface Versioned {
  readonly version: number;
}

interface Edited<Of> {
  /** What the form was filled in with; it is sent with this version. */
  readonly of: Of;
  /** The form's key: another one when it is to be filled in again. */
  readonly round: number;
  /** The form itself has changed it, or is to show what somebody else has made of it: the next version is for it. */
  readonly next: 'saved' | 'reloaded' | null;
}

/**
 * What a form edits while it is loaded again beside it. A version with the same fields is taken without a word, and so is the
 * form's own; one in which somebody else has changed a field is not, so that nothing typed is lost and saving it says what has
 * changed. `fieldsOf`: what the form has, as a text to compare.
 */
export function useEdited<Of extends Versioned>(
  present: Of,
  fieldsOf: (of: Of) => string,
): Edited<Of> & { readonly saved: () => void; readonly reloaded: () => void } {
  const [edited, setEdited] = useState<Edited<Of>>({ of: present, round: 0, next: null });
  const { of, round, next } = edited;
  if (present.version !== of.version && (next !== null || fieldsOf(present) === fieldsOf(of))) {
    setEdited({ of: present, round: next === 'reloaded' ? round + 1 : round, next: null });
  }
  return {
    ...edited,
    saved: () => setEdited({ ...edited, next: 'saved' }),
    reloaded: () => setEdited({ ...edited, next: 'reloaded' }),
  };
}
