import { type FormEvent, useState } from 'react';
import { useSelector } from '../app/system/useSelector.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { Redacted } from '../../domain/text/redacted.ts';
import { signInErrors, type SignInErrors } from '../../domain/account/signIn.ts';
import { focusField } from '../ui/fields/focusField.ts';
import { useFlow } from '../app/system/flows.ts';
import { statePath } from '../app/system/statePath.ts';

/** Empty for a file or a missing field. */
const textOf = (form: FormData, field: string): string => {
  const value = form.get(field);
  return typeof value === 'string' ? value : '';
};

interface SignIn {
  readonly state: string;
  readonly isBusy: boolean;
  /** The result of the last attempt; null while another one is made. */
  readonly errorCode: ErrorCode | null;
  /** From the last attempt. */
  readonly errors: SignInErrors;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * The inputs keep their text after a failure. The password is passed as Redacted and never stored (ruling 13). `from`: where
 * the form is shown, which decides the toast's text (spec 8).
 */
export function useSignIn(from: 'page' | 'dialog'): SignIn {
  const session = useFlow('session');
  const state = useSelector(session, ({ value }) => statePath(value));
  const isBusy = useSelector(session, (snapshot) => snapshot.matches('signingIn'));
  const failureCode = useSelector(session, ({ context }) => context.failure?.code ?? null);
  const [errors, setErrors] = useState<SignInErrors>({});
  return {
    state,
    isBusy,
    errors,
    errorCode: isBusy ? null : failureCode,
    submit: (event) => {
      event.preventDefault();
      const entered = new FormData(event.currentTarget);
      const email = textOf(entered, 'email').trim();
      const password = textOf(entered, 'password');
      const found = signInErrors(email, password);
      setErrors(found);
      const [firstInvalid] = Object.keys(found);
      if (firstInvalid !== undefined) {
        focusField(event.currentTarget, firstInvalid);
        return;
      }
      const credentials = new Redacted({ email, password });
      session.send({ type: 'session.signInRequested', credentials, from });
    },
  };
}
