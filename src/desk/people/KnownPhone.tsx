import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Box from '@mui/material/Box';
import type { EnteredCustomer } from './CustomerField.tsx';

type Person = NonNullable<EnteredCustomer['person']>;

interface Props {
  readonly account: { readonly userId: string; readonly name: string; readonly email?: string | undefined };
  readonly isBusy: boolean;
  readonly onChoose: (person: Person) => void;
}

/** A customer has the phone number of the new one, who has no address. One without an address is found by the number only. */
export function KnownPhone({ account: { userId, name, email = '' }, isBusy, onChoose }: Props) {
  const choose = () =>
    onChoose({
      id: userId,
      name,
      email,
      phone: '',
      company: '',
      isBlocked: false,
      identity: email === '' ? 'phone-only' : undefined,
    });
  return (
    <Alert severity="info" role="none" sx={{ marginBlockStart: 2 }}>
      <span>
        {email === ''
          ? `${name} has this phone number and no email address. For somebody else, enter an email address or another phone number.`
          : `${name} (${email}) has this phone number.`}
      </span>
      <Box sx={{ marginBlockStart: 1.5 }}>
        <Button size="small" variant="outlined" aria-disabled={isBusy} onClick={choose}>
          <span>{`Sell to ${name}`}</span>
        </Button>
      </Box>
      {email !== '' && (
        <FormControlLabel
          control={<Checkbox name="isOtherPerson" value="true" disabled={isBusy} />}
          label="My customer is somebody else: make a new customer without an email address"
        />
      )}
    </Alert>
  );
}
