import { useState } from 'react';

interface Versioned {
  readonly version: number;
}

interface Edited<Of> {
  /** What the form was filled in with; it is sent with this version. */
  readonly of: Of;
  /** The form's key: another one when it is to be filled in again. */
  readonly round: number;
  /**
   * The form itself has changed it, or is to show what somebody else has made of it: what is loaded next is for it, also when
   * nothing is different.
   */
  readonly next: { readonly because: 'saved' | 'reloaded'; readonly isLoading: boolean } | null;
}

/**
 * What a form edits while it is loaded again beside it. A version with the same fields is taken without a word, and so is the
 * form's own; one in which somebody else has changed a field is not, so that nothing typed is lost and saving it says what has
 * changed. `fieldsOf`: what the form has, as a text to compare. `isLoading`: it is being loaded again.
 */
export function useEdited<Of extends Versioned | null>(
  present: Of,
  fieldsOf: (of: Of) => string,
  isLoading: boolean,
): Edited<Of> & { readonly saved: () => void; readonly reloaded: () => void } {
  const [edited, setEdited] = useState<Edited<Of>>({ of: present, round: 0, next: null });
  const { of, round, next } = edited;
  if (next && isLoading && !next.isLoading) {
    setEdited({ of, round, next: { ...next, isLoading } });
  } else if (next?.isLoading && !isLoading) {
    setEdited({ of: present, round: next.because === 'reloaded' ? round + 1 : round, next: null });
  } else if (present?.version !== of?.version && fieldsOf(present) === fieldsOf(of)) {
    setEdited({ of: present, round, next });
  }
  return {
    ...edited,
    saved: () => setEdited({ ...edited, next: { because: 'saved', isLoading } }),
    reloaded: () => setEdited({ ...edited, next: { because: 'reloaded', isLoading } }),
  };
}
