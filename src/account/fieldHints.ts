export const CODE_HINT = 'Six digits from your authenticator app, or a recovery code';

/** The server checks the rule. */
export const PASSWORD_ADVICE =
  'At least eight characters, and not a common password. A long one that you use nowhere else is safest.';
