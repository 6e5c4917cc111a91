import IconButton from '@mui/material/IconButton';
import Dialog, { type DialogProps } from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useSelector } from '../../app/system/useSelector.ts';
import { useCallback, useId, useState } from 'react';
import { CloseIcon } from '../../ui/icons/pages.tsx';
import { NewAccount, SignInForm } from '../../account/exports.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow, useOptionalFlow } from '../../app/system/flows.ts';
import { payText } from './payText.ts';

const lowercased = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Toasts appear above the dialog, which is at the bottom on phones. */
const belowToasts: DialogProps['slotProps'] = {
  container: { sx: (theme) => ({ [theme.breakpoints.down('sm')]: { alignItems: 'flex-end' } }) },
  paper: {
    sx: (theme) => ({
      margin: theme.spacing(10, 4, 2),
      maxHeight: `calc(100% - ${theme.spacing(12)})`,
      [theme.breakpoints.down('sm')]: {
        width: 'auto',
        flex: 1,
        margin: theme.spacing(1.5),
        maxHeight: 'calc(100% - 6rem)',
      },
    }),
  },
};

/** Within a booking. The backdrop, Escape and the close button dismiss it. */
export function LoginDialog() {
  const checkout = useFlow('checkout', lazyFlows.bookingFlows);
  const newAccount = useOptionalFlow('newAccount');
  const isOpen = useSelector(checkout, (snapshot) => snapshot.hasTag('signingIn'));
  const payLabel = useSelector(
    checkout,
    ({ context: { selection } }) => selection && payText(selection, null),
  );
  const titleId = useId();
  const [isRegistering, setRegistering] = useState(false);
  const signIn = useCallback(() => setRegistering(false), []);
  const dismiss = () => {
    checkout.send({ type: 'checkout.signInDismissed' });
    newAccount?.send({ type: 'form.left' });
  };

  return (
    <Dialog
      open={isOpen}
      onClose={dismiss}
      maxWidth="xs"
      fullWidth
      aria-labelledby={titleId}
      slotProps={belowToasts}
    >
      <DialogTitle
        id={titleId}
        sx={{
          paddingBlockStart: { xs: 3, sm: 4 },
          paddingBlockEnd: isRegistering ? 1.5 : 0.5,
          paddingInline: { xs: '24px 64px', sm: '32px 72px' },
        }}
      >
        {isRegistering ? 'Your new account' : 'Sign in to confirm'}
      </DialogTitle>
      <IconButton
        aria-label="Close"
        onClick={dismiss}
        sx={{ position: 'absolute', insetBlockStart: 16, insetInlineEnd: 16 }}
      >
        <CloseIcon />
      </IconButton>
      {/* The longer form scrolls below the title. */}
      <DialogContent
        dividers={isRegistering}
        data-locks-scroll={isOpen ? '' : undefined}
        sx={{
          paddingBlockStart: isRegistering ? 1.5 : 0,
          paddingBlockEnd: { xs: 3, sm: 4 },
          paddingInline: { xs: 3, sm: 4 },
          borderBlockEnd: 0,
        }}
      >
        <DialogContentText sx={{ marginBlockEnd: 3 }}>Your room and times stay selected.</DialogContentText>
        {isRegistering ? (
          <NewAccount nextStep={payLabel && lowercased(payLabel)} onSignIn={signIn} />
        ) : (
          <SignInForm from="dialog" isFocused onJoin={() => setRegistering(true)} />
        )}
      </DialogContent>
    </Dialog>
  );
}
