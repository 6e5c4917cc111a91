import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { useId } from 'react';
import { useSelector } from '../../app/system/useSelector.ts';
import type { BookingSelection } from '../../../machines/checkout/events.ts';
import { isOnAccount } from '../../../machines/checkout/price.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { useResource } from '../../app/system/resource.ts';

interface Props {
  userId: string;
  selection: BookingSelection;
}

/** A person of a company may book on its account, which pays a single booking. */
export function AccountChoice({ userId, selection }: Props) {
  const { data: member } = useResource(useFlow('member'), userId);
  const checkout = useFlow('checkout', lazyFlows.bookingFlows);
  const canChange = useSelector(checkout, (snapshot) => snapshot.matches('reviewing'));
  const company = member?.accountCompany ?? '';
  const hintId = useId();
  const isChosen = isOnAccount(selection);
  if (company === '' && !isChosen) return null;
  const isSeries = selection.series !== undefined;
  return (
    <FormControl sx={{ marginBlockStart: 1.5 }}>
      <FormControlLabel
        control={
          <Checkbox
            checked={isChosen}
            disabled={!canChange || isSeries}
            slotProps={{ input: { 'aria-describedby': isSeries ? hintId : undefined } }}
            onChange={(_event, paysOnAccount) =>
              checkout.send({ type: 'checkout.started', selection: { ...selection, paysOnAccount } })
            }
          />
        }
        label={company === '' ? 'Pay on account' : `Pay on account of ${company}`}
      />
      {isSeries && (
        <FormHelperText id={hintId}>Several dates cannot be on account: book one date only.</FormHelperText>
      )}
    </FormControl>
  );
}
