import type { ReactNode } from 'react';
import { DeskDialog } from './DeskDialog.tsx';
import { DeskForm, type DeskFormProps } from './DeskForm.tsx';

interface Props extends Omit<DeskFormProps, 'cancel'> {
  readonly title: string;
  /** Shown above the form. */
  readonly description?: ReactNode;
}

/** A button has opened the form. The dialog is shown while the form is open. */
export const DeskFormDialog = ({ title, description, ...props }: Props) => (
  <DeskDialog title={title} onClose={props.form.dismiss}>
    {description}
    <DeskForm {...props} cancel={{ label: 'Not now', onClick: props.form.dismiss }} />
  </DeskDialog>
);
