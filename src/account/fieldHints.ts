/** The help text next to a field for a code of the second factor. */
export const CODE_HINT = 'Six digits from your authenticator app, or a recovery code';

/** The help text next to a new password. The server checks the rule. */
export const PASSWORD_ADVICE =
  'At least eight characters, and not a common password. A long one that you use nowhere else is safest.';
