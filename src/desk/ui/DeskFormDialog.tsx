import type { ReactNode } from 'react';
import { DeskDialog } from './DeskDialog.tsx';
import { DeskForm, type DeskFormProps } from './DeskForm.tsx';

interface Props extends Omit<DeskFormProps, 'cancel'> {
  readonly title: string;
  /** The text above the form. */
  readonly description?: ReactNode;
  readonly onClose: () => void;
}

/** A dialog with one form, whose state comes from `useDialogForm`. After the form was sent, its flow shows a toast. */
export const DeskFormDialog = ({ title, description, onClose, ...props }: Props) => (
  <DeskDialog title={title} onClose={onClose}>
    {description}
    <DeskForm {...props} cancel={{ label: 'Not now', onClick: onClose }} />
  </DeskDialog>
);
