import { type ReactNode, useLayoutEffect } from 'react';
import type { AccountForm } from '../account/useAccountForm.ts';
import { DeskForm, type DeskFormProps } from './DeskForm.tsx';
import { StaleEdit } from './StaleEdit.tsx';
import { withoutStaleFailure } from './withoutStaleFailure.ts';

interface Props extends DeskFormProps {
  readonly form: AccountForm;
  /** What is edited; null for a new one. */
  readonly of: { readonly id: number | string; readonly version: number } | null;
  /** Loads it as it is now, when somebody else has changed it. */
  readonly onReload: () => void;
  /** What was typed may be saved over what somebody else has changed. */
  readonly canOverwrite?: boolean;
  /** The fields are filled in again when it is another one; the buttons stay, and with them the focus. */
  readonly round?: number;
}

/** The form of something with versions: it sends the one that was read, and says what somebody else has changed meanwhile. */
export const EditForm = ({
  form,
  of,
  onReload,
  canOverwrite,
  round = 0,
  hidden,
  children,
  ...props
}: Props) => (
  <DeskForm
    {...props}
    form={withoutStaleFailure(form)}
    hidden={{ id: of?.id ?? '', version: of?.version ?? 0, ...hidden }}
  >
    <StaleEdit
      failure={form.failure}
      shown={of?.version ?? 0}
      onReload={onReload}
      canOverwrite={canOverwrite}
    />
    <Fields key={round} formRef={form.formRef}>
      {children}
    </Fields>
  </DeskForm>
);

/** The fields of a form. When they are filled in again while one of them has the focus, the form receives it. */
function Fields({ formRef, children }: { formRef: AccountForm['formRef']; children: ReactNode }) {
  useLayoutEffect(
    () => () => {
      // The form outlives its fields; its element is known after their effects.
      const form = formRef.current;
      const focused = document.activeElement;
      if (form?.contains(focused) && focused?.getAttribute('type') !== 'submit') form.focus();
    },
    [formRef],
  );
  return children;
}
