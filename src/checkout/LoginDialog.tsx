import Typography from '@mui/material/Typography';
import IconButton from '@mui/material/IconButton';
import Dialog from '@mui/material/Dialog';
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { CloseIcon } from '../icons/interface.tsx';
import { SignInForm } from '../session/SignInForm.tsx';
import { useFlow } from '../system/flows.ts';
import { styled } from '@mui/material/styles';

/** On phones it stands at the foot of the window, for toasts come in at its head. */
const FootedDialog = styled(Dialog)(({ theme }) => ({
  [theme.breakpoints.down('sm')]: {
    '& .MuiDialog-container': { alignItems: 'flex-end' },
    '& .MuiDialog-paper': {
      width: 'auto',
      flex: 1,
      margin: theme.spacing(1.5),
      maxHeight: 'calc(100% - 6rem)',
    },
  },
}));

const Content = styled('div')(({ theme }) => ({
  padding: theme.spacing(3),
  [theme.breakpoints.up('sm')]: { padding: theme.spacing(4) },
  '& header': { display: 'flex', justifyContent: 'space-between', gap: theme.spacing(2) },
  '& header button': { flex: 'none', margin: theme.spacing(-1, -1, 0, 0) },
  '& .lead': { margin: theme.spacing(0.5, 0, 3), color: theme.vars.palette.text.secondary },
}));

/** Sign-in without leaving the booking; a click beside it, Escape or its button close it. */
export function LoginDialog() {
  const checkout = useFlow('checkout');
  const isOpen = useSelector(checkout, (snapshot) => snapshot.hasTag('signingIn'));
  const titleId = useId();
  const dismiss = () => checkout.send({ type: 'checkout.signInDismissed' });

  return (
    <FootedDialog open={isOpen} onClose={dismiss} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <Content data-locks-scroll={isOpen ? '' : undefined}>
        <header>
          <Typography variant="h2" id={titleId}>
            Sign in to confirm
          </Typography>
          <IconButton aria-label="Close" onClick={dismiss}>
            <CloseIcon />
          </IconButton>
        </header>
        <p className="lead">Your room and times stay selected.</p>
        <SignInForm from="dialog" isFocused />
      </Content>
    </FootedDialog>
  );
}
