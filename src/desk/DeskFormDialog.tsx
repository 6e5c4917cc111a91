import type { ReactNode } from 'react';
import { DeskDialog } from './DeskDialog.tsx';
import { DeskForm, type DeskFormProps } from './DeskForm.tsx';

interface Props extends Omit<DeskFormProps, 'leaves'> {
  readonly title: string;
  /** What it is about, above the form. */
  readonly about?: ReactNode;
  readonly onClose: () => void;
}

/** A dialog with one form, which `useFormOfDialog` opens with it; a toast says that it was sent. */
export const DeskFormDialog = ({ title, about, onClose, ...props }: Props) => (
  <DeskDialog title={title} onClose={onClose}>
    {about}
    <DeskForm {...props} leaves={{ text: 'Not now', onClick: onClose }} />
  </DeskDialog>
);
