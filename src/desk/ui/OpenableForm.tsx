import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import type { BoundForm } from '../../ui/form/useForm.ts';
import { useFocusOnChange } from '../../ui/fields/useFocusOnChange.ts';
import { DeskForm, type DeskFormProps } from './DeskForm.tsx';

interface Props extends Omit<DeskFormProps, 'cancel'> {
  readonly form: BoundForm;
  readonly openLabel: string;
  readonly openButton?: Pick<ButtonProps, 'size' | 'variant'>;
  /** Closes the form without sending it. */
  readonly cancelLabel?: string;
}

/** The focus moves into the form, and back to the button after the form was sent or closed. */
export function OpenableForm({
  form,
  openLabel,
  openButton = { size: 'small', variant: 'outlined' },
  cancelLabel = 'Not now',
  ...props
}: Props) {
  const ref = useFocusOnChange(form.isOpen);
  return (
    // Among buttons, an open form takes a whole row.
    <Box ref={ref} sx={form.isOpen ? { flexBasis: '100%' } : {}}>
      {form.isOpen ? (
        <DeskForm {...props} form={form} cancel={{ label: cancelLabel, onClick: form.dismiss }} />
      ) : (
        <Button {...openButton} color={props.color ?? 'primary'} onClick={() => form.open()}>
          <span>{openLabel}</span>
        </Button>
      )}
    </Box>
  );
}
