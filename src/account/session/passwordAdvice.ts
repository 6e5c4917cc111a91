/** The help text beside a new password. The server checks the rule. */
export const PASSWORD_ADVICE =
  'At least eight characters, and not a common password. A long one that you use nowhere else is safest.';
