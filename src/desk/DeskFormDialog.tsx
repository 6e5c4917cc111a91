import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { DeskDialog } from './DeskDialog.tsx';
import { DeskForm, type DeskFormProps } from './DeskForm.tsx';

interface Props extends DeskFormProps {
  readonly title: string;
  /** What it is about, above the form. */
  readonly about?: ReactNode;
  /** What is said before the form is opened. */
  readonly before?: ReactNode;
  /** The text of the button that opens the form. */
  readonly opens: string;
  /** What stands in the place of the form when it was sent. */
  readonly done: ReactNode;
  readonly onClose: () => void;
}

/** A dialog that asks before it does something: a button opens the form, and what was done replaces it. */
export function DeskFormDialog({ title, about, before, opens, done, onClose, ...props }: Props) {
  const { state, open } = props.form;
  return (
    <DeskDialog title={title} onClose={onClose}>
      {about}
      {state === 'closed' && (
        <>
          {before}
          <div className="ways">
            <Button color={props.color ?? 'primary'} onClick={open}>
              {opens}
            </Button>
          </div>
        </>
      )}
      {state === 'done' && done}
      {(state === 'editing' || state === 'sending') && <DeskForm {...props} />}
    </DeskDialog>
  );
}
