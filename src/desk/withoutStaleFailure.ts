import type { AccountForm } from '../account/useAccountForm.ts';

/** A form without the failure that `StaleEdit` describes. */
export const withoutStaleFailure = (form: AccountForm): AccountForm =>
  form.failure?.details.changed ? { ...form, failure: null } : form;
