import { fieldError } from '../platform/http/apiError.ts';
import { hashPassword, type HashingShare, normalised } from './passwords.ts';

/** In characters (code points), as NIST SP 800-63B counts them. */
const MIN_LENGTH = 8;

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** In lower case. The list is large, so it is loaded for the first password and only on the server. */
const loadCommonPasswords = (): Promise<ReadonlySet<string>> =>
  (commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(dictionary['passwords-common'].filter((password) => password.length >= MIN_LENGTH)),
  ));

/** What is wrong with a password for a new one, as the end of a sentence; null when nothing is. */
export async function passwordProblem(password: string): Promise<string | null> {
  const text = normalised(password);
  if (Array.from(text).length < MIN_LENGTH) return `must have at least ${MIN_LENGTH} characters`;
  const isCommon = (await loadCommonPasswords()).has(text.toLowerCase());
  return isCommon ? 'is one of the most common passwords. Please choose another one' : null;
}

/**
 * The hash of a password that a person has chosen. Throws 400, which names `field`, for a short or common one. Every new password
 * goes through this function.
 */
export async function hashNewPassword(
  password: string,
  field: string,
  share: HashingShare = 'other',
): Promise<string> {
  const problem = await passwordProblem(password);
  if (problem !== null) throw fieldError(field, problem);
  return hashPassword(password, share);
}
