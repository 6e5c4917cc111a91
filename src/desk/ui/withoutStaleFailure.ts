import type { BoundForm } from '../../ui/form/useForm.ts';

/** The form without the failure that `StaleEdit` shows instead. */
export const withoutStaleFailure = (form: BoundForm): BoundForm =>
  form.failure?.details.changed ? { ...form, failure: null } : form;
