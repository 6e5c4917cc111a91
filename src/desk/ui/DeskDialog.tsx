import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { type ReactNode, useDeferredValue, useId } from 'react';
import { CloseIcon } from '../../ui/icons/pages.tsx';
import { dialogRoot } from '../../app/system/dialogRoot.ts';

const Content = styled(DialogContent)(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  alignContent: 'start',
  '& form': { marginBlockStart: theme.spacing(1.5) },
}));

export function DeskDialog({
  title,
  onClose,
  children,
}: {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const titleId = useId();
  // The browser paints the empty dialog before React renders its content: a form has many fields.
  const isContentShown = useDeferredValue(true, false);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" container={dialogRoot()} aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ paddingInlineEnd: 8, overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <IconButton
        aria-label="Close"
        onClick={onClose}
        sx={{ position: 'absolute', insetBlockStart: 12, insetInlineEnd: 12 }}
      >
        <CloseIcon />
      </IconButton>
      <Content>{isContentShown && children}</Content>
    </Dialog>
  );
}
