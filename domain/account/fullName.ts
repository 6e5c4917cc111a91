/** A person's first and last name as one text, which is empty when both are missing. */
export const fullName = (firstName: string | null, lastName: string | null): string =>
  [firstName, lastName].filter(Boolean).join(' ');
