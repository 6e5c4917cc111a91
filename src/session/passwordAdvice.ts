/** The help text beside a new password. No rule limits passwords (spec 5). */
export const PASSWORD_ADVICE =
  'Any length and any characters. A long one that you use nowhere else is safest.';
