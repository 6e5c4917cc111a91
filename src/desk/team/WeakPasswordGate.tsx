import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { PASSWORD_ADVICE } from '../../account/exports.ts';
import { DeskGate, GateText } from '../DeskGate.tsx';

interface Props {
  readonly onSignOut: () => void;
  readonly onRetry: () => void;
}

/** Blocks access to the desk until the account's password follows the rule for new passwords. */
export const WeakPasswordGate = ({ onSignOut, onRetry }: Props) => (
  <DeskGate
    title="Choose another password"
    maxWidth="sm"
    below={
      <Button variant="text" onClick={onSignOut}>
        Use another account
      </Button>
    }
  >
    <GateText>
      Your password is short or one of the most common ones. Please change it in your profile, then open the
      desk. {PASSWORD_ADVICE}
    </GateText>
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
      <Button variant="contained" href="/profile">
        Change it in my profile
      </Button>
      <Button variant="outlined" onClick={onRetry}>
        I have changed it
      </Button>
    </Stack>
  </DeskGate>
);
