import Button from '@mui/material/Button';
import { type ReactNode, useEffect } from 'react';
import { FailureAlert } from '../account/FailureAlert.tsx';
import { SubmitButton } from '../account/SubmitButton.tsx';
import type { AccountForm } from '../account/useAccountForm.ts';

export interface DeskFormProps {
  readonly form: AccountForm;
  /** What is sent besides the fields, by name. */
  readonly hidden?: Readonly<Record<string, string | number>>;
  /** The text and the color of the button that sends it. */
  readonly submits: string;
  readonly color?: 'primary' | 'error';
  readonly variant?: 'contained' | 'outlined';
  /** Something that it sends is not there yet: it is not sent meanwhile. */
  readonly isWaiting?: boolean;
  /** The button that leaves it. */
  readonly leaves?: { readonly text: string; readonly onClick: () => void };
  /** The fields. */
  readonly children?: ReactNode;
}

/** A form of the desk: why it was refused, its fields, and its buttons. */
export function DeskForm({
  form: { formRef, submit, isBusy, failure },
  hidden = {},
  submits,
  color = 'primary',
  variant = 'contained',
  isWaiting = false,
  leaves,
  children,
}: DeskFormProps) {
  // The button that sends a long form is far from what stands above its fields.
  useEffect(() => {
    if (failure !== null) formRef.current?.querySelector('.failure')?.scrollIntoView({ block: 'nearest' });
  }, [failure, formRef]);
  return (
    <form
      ref={formRef}
      tabIndex={-1}
      method="post"
      noValidate
      onSubmit={isWaiting ? (event) => event.preventDefault() : submit}
      aria-busy={isBusy}
    >
      <FailureAlert failure={failure} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <div className="ways">
        <SubmitButton isBusy={isBusy || isWaiting} color={color} variant={variant}>
          {submits}
        </SubmitButton>
        {leaves && (
          <Button variant="outlined" disabled={isBusy} onClick={leaves.onClick}>
            {leaves.text}
          </Button>
        )}
      </div>
    </form>
  );
}
