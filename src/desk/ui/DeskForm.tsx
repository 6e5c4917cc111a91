import Stack from '@mui/material/Stack';
import Button from '@mui/material/Button';
import { type SxProps, type Theme } from '@mui/material/styles';
import { type ReactNode, useEffect } from 'react';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import type { BoundForm } from '../../ui/form/useForm.ts';
import { ButtonRow } from '../../ui/layout/ButtonRow.ts';

export interface DeskFormProps {
  readonly form: BoundForm;
  /** Values that are sent in addition to the fields, by name. */
  readonly hiddenFields?: Readonly<Record<string, string | number>>;
  readonly submitLabel: string;
  readonly color?: 'primary' | 'error';
  readonly variant?: 'contained' | 'outlined';
  /** A value of the form is still loading, such as an uploaded picture: the form cannot be submitted meanwhile. */
  readonly isWaiting?: boolean;
  /** Closes the form without sending it. */
  readonly cancel?: { readonly label: string; readonly onClick: () => void };
  readonly sx?: SxProps<Theme>;
  readonly children?: ReactNode;
}

export function DeskForm({
  form: { formRef, submit, isBusy, failure },
  hiddenFields = {},
  submitLabel,
  color = 'primary',
  variant = 'contained',
  isWaiting = false,
  cancel,
  sx,
  children,
}: DeskFormProps) {
  // In a long form the submit button is far from the error above the fields.
  useEffect(() => {
    if (failure !== null) formRef.current?.querySelector('.failure')?.scrollIntoView({ block: 'nearest' });
  }, [failure, formRef]);
  return (
    <Stack
      component="form"
      sx={{ gap: 2 }}
      ref={formRef}
      tabIndex={-1}
      method="post"
      noValidate
      onSubmit={isWaiting ? (event) => event.preventDefault() : submit}
      aria-busy={isBusy}
      {...(sx && { sx })}
    >
      <FailureAlert failure={failure} />
      {Object.entries(hiddenFields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <ButtonRow>
        <SubmitButton isBusy={isBusy || isWaiting} color={color} variant={variant}>
          {submitLabel}
        </SubmitButton>
        {cancel && (
          <Button variant="outlined" aria-disabled={isBusy} onClick={cancel.onClick}>
            <span>{cancel.label}</span>
          </Button>
        )}
      </ButtonRow>
    </Stack>
  );
}
