import { type ReactNode, useLayoutEffect } from 'react';
import type { BoundForm } from '../../ui/form/useForm.ts';
import { DeskForm, type DeskFormProps } from './DeskForm.tsx';
import { StaleEdit, withoutStaleFailure } from './StaleEdit.tsx';

interface Props extends DeskFormProps {
  readonly form: BoundForm;
  /** Null for a new record. */
  readonly record: { readonly id: number | string; readonly version: number } | null;
  /** Loads the current record after somebody else has changed it. */
  readonly onReload: () => void;
  /** The user may overwrite somebody else's change with the typed values. */
  readonly canOverwrite?: boolean;
}

/**
 * Sends the version that was loaded and shows what somebody else has changed meanwhile. When the fields are filled in again,
 * the buttons stay and keep their focus.
 */
export const EditForm = ({
  form,
  record,
  onReload,
  canOverwrite,
  hiddenFields,
  children,
  ...props
}: Props) => (
  <DeskForm
    {...props}
    form={withoutStaleFailure(form)}
    hiddenFields={{ id: record?.id ?? '', version: record?.version ?? 0, ...hiddenFields }}
  >
    <StaleEdit
      failure={form.failure}
      shownVersion={record?.version ?? 0}
      onReload={onReload}
      canOverwrite={canOverwrite}
    />
    <Fields key={form.fillCount} formRef={form.formRef}>
      {children}
    </Fields>
  </DeskForm>
);

/** When a new key replaces the fields while one of them has the focus, the form receives the focus. */
function Fields({ formRef, children }: { formRef: BoundForm['formRef']; children: ReactNode }) {
  useLayoutEffect(
    () => () => {
      // The ref is read here: the form outlives its fields, and React sets the ref after the effects of the fields have run.
      const form = formRef.current;
      const focused = document.activeElement;
      if (form?.contains(focused) && focused?.getAttribute('type') !== 'submit') form.focus();
    },
    [formRef],
  );
  return children;
}
