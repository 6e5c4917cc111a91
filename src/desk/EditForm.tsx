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
}

/** The form of something with versions: it sends the one that was read, and says what somebody else has changed meanwhile. */
export const EditForm = ({ form, of, onReload, canOverwrite, hidden, children, ...props }: Props) => (
  <DeskForm
    {...props}
    form={withoutStaleFailure(form)}
    hidden={{ id: of?.id ?? '', version: of?.version ?? 0, ...hidden }}
  >
    <StaleEdit failure={form.failure} onReload={onReload} canOverwrite={canOverwrite} />
    {children}
  </DeskForm>
);
