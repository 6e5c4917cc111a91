import type { AccountForm } from '../../ui/form/useAccountForm.ts';

/** The form without the failure that `StaleEdit` shows instead. */
export const withoutStaleFailure = (form: AccountForm): AccountForm =>
  form.failure?.details.changed ? { ...form, failure: null } : form;
