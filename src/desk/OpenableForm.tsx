import Button, { type ButtonProps } from '@mui/material/Button';
import type { AccountForm } from '../account/useAccountForm.ts';
import { useFocusOnChange } from '../forms/useFocusOnChange.ts';
import { DeskForm, type DeskFormProps } from './DeskForm.tsx';

interface Props extends Omit<DeskFormProps, 'leaves'> {
  readonly form: AccountForm;
  /** The text of the button that opens it, and what else that button has. */
  readonly opens: string;
  readonly opener?: Pick<ButtonProps, 'size' | 'variant'>;
  /** The text of the button that leaves it. */
  readonly leaves?: string;
}

/** A form that a button opens. The focus goes into the form, and back to the button when it was sent or left. */
export function OpenableForm({
  form,
  opens,
  opener = { size: 'small', variant: 'outlined' },
  leaves = 'Not now',
  ...props
}: Props) {
  const isOpen = form.state !== 'closed' && form.state !== 'done';
  const place = useFocusOnChange(isOpen);
  return (
    <div ref={place}>
      {isOpen ? (
        <DeskForm {...props} form={form} leaves={{ text: leaves, onClick: form.dismiss }} />
      ) : (
        <Button {...opener} color={props.color ?? 'primary'} onClick={form.open}>
          {opens}
        </Button>
      )}
    </div>
  );
}
