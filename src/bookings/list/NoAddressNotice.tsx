import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useSelector } from '../../app/system/useSelector.ts';
import { useOptionalFlow } from '../../app/system/flows.ts';

/** An account without an email address gets no emails about its bookings. */
export function NoAddressNotice() {
  const email = useSelector(useOptionalFlow('member'), (snapshot) => snapshot?.context.data?.email);
  if (email !== '') return null;
  return (
    <Alert
      severity="warning"
      role="none"
      sx={{ marginBlockEnd: 3 }}
      action={
        <Button href="/profile" variant="outlined" size="small">
          Enter an address
        </Button>
      }
    >
      Your account no longer has an email address: someone else has shown that it is theirs. Your bookings are
      unchanged, but we send you no emails about them until you have confirmed another address.
    </Alert>
  );
}
