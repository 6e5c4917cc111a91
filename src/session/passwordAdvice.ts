/** What is said beside a password that somebody chooses; no rule limits it (spec 5). */
export const PASSWORD_ADVICE =
  'Any length and any characters. A long one that you use nowhere else is safest.';
