import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import TextField from '@mui/material/TextField';
import FormControlLabel from '@mui/material/FormControlLabel';
import { dateAt, longDate } from '../../../domain/time/calendar.ts';
import type { Person } from '../../../machines/desk/peopleFlows.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { OpenableForm } from '../ui/OpenableForm.tsx';
import { useDeskFlow } from '../useDeskFlow.ts';
import { useForm } from '../../ui/form/useForm.ts';

/** Sends the email again with which an account's user proves the address. */
export function ConfirmAgain({ userId }: { userId: string }) {
  const { isBusy, failure, send } = useForm(useDeskFlow('confirmAgain'));
  return (
    <Box sx={{ marginBlock: 1.5 }}>
      <FailureAlert failure={failure} />
      <Button size="small" variant="outlined" aria-disabled={isBusy} onClick={() => send({ userId })}>
        Send the confirmation again
      </Button>
    </Box>
  );
}

const warnings: Readonly<Record<Exclude<Person['identity'], 'proven'>, string>> = {
  unproven:
    'The email address of this account is not confirmed, so it may belong to someone else. Points, a membership and bookings from the desk are refused until it is confirmed.',
  'desk-made':
    'The desk created this account. Its customer has not chosen a password yet and cannot see the bookings online.',
  'phone-only':
    'This customer has given only a phone number, so no email is sent: send confirmations by SMS or WhatsApp. With an email address the customer can choose a password and see the bookings online.',
  'lost-address':
    'The owner of the email address has claimed it, so this account has none. Its user sees it only where it is still signed in: call before you change a booking.',
};

/** For an account that has only a phone number. */
function AddAddress({ userId }: { userId: string }) {
  const form = useForm(useDeskFlow('addAddress'));
  return (
    <Box sx={{ marginBlockStart: 1.5 }}>
      <OpenableForm
        form={form}
        openLabel="Add an email address"
        hiddenFields={{ userId }}
        submitLabel="Save the address"
        cancelLabel="Not now"
      >
        <TextField
          label="Email Address"
          type="email"
          required
          slotProps={{ htmlInput: { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } }}
          {...form.bind('email')}
        />
      </OpenableForm>
    </Box>
  );
}

/** Nobody has proven the address of the account. */
export const AddressWarning = ({ person: { id, identity } }: { person: Person }) =>
  identity === 'proven' ? null : (
    <Alert
      severity={identity === 'desk-made' || identity === 'phone-only' ? 'info' : 'warning'}
      role="none"
      sx={{ mb: 2 }}
    >
      <span>{warnings[identity]}</span>
      {identity === 'phone-only' ? (
        <AddAddress userId={id} />
      ) : (
        identity !== 'lost-address' && <ConfirmAgain userId={id} />
      )}
    </Alert>
  );

interface UnprovenCustomerProps {
  readonly account: { readonly userId: string; readonly name: string; readonly since: string };
  readonly isBusy: boolean;
}

/** The desk sells to an address that somebody registered and never confirmed. There are two ways out. */
export const UnprovenCustomer = ({ account: { userId, name, since }, isBusy }: UnprovenCustomerProps) => (
  <Alert severity="warning" role="none">
    <span>{`${name} registered this address on ${longDate(dateAt(Date.parse(since)))} and never confirmed it. If your customer is that person, ask for the confirmation. Otherwise take the address for your customer: a new account gets the booking, and the other one keeps only what it has paid.`}</span>
    <ConfirmAgain userId={userId} />
    <FormControlLabel
      control={<Checkbox name="takesAddress" value="true" disabled={isBusy} />}
      label="Take the address for my customer, with the name and phone number below"
    />
  </Alert>
);
