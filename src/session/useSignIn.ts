import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import type { ErrorCode } from '../../contract/errors.ts';
import { Redacted } from '../../domain/redacted.ts';
import { useFlow } from '../system/flows.ts';
import { statePath } from '../system/statePath.ts';

/** The text of a form field; empty for a file or a missing field. */
const textOf = (form: FormData, field: string): string => {
  const value = form.get(field);
  return typeof value === 'string' ? value : '';
};

interface SignIn {
  readonly state: string;
  readonly isBusy: boolean;
  /** The error code of the last attempt; null while another attempt is made. */
  readonly errorCode: ErrorCode | null;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * Connects a form with an email address and a password to the session. The inputs keep their text after a failure. The password
 * is passed as Redacted and never stored (ruling 13). `from`: where the form is shown, which decides the toast's text (spec 8).
 */
export function useSignIn(from: 'page' | 'dialog'): SignIn {
  const session = useFlow('session');
  const state = useSelector(session, ({ value }) => statePath(value));
  const isBusy = useSelector(session, (snapshot) => snapshot.matches('signingIn'));
  const failureCode = useSelector(session, ({ context }) => context.failure?.code ?? null);
  return {
    state,
    isBusy,
    errorCode: isBusy ? null : failureCode,
    submit: (event) => {
      event.preventDefault();
      const entered = new FormData(event.currentTarget);
      const credentials = new Redacted({
        email: textOf(entered, 'email').trim(),
        password: textOf(entered, 'password'),
      });
      session.send({ type: 'session.signInRequested', credentials, from });
    },
  };
}
