import Alert from '@mui/material/Alert';
import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useSelector } from '../../app/system/useSelector.ts';
import { headcountIn, MAX_WISHES, tooSmallText } from '../../../domain/bookings/visit.ts';
import type { BookingSelection } from '../../../machines/checkout/events.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';

const Frame = styled(Card)(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  padding: theme.spacing(3),
  [theme.breakpoints.up('md')]: { padding: theme.spacing(3, 4) },
})) as typeof Card;

const Fields = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '9rem minmax(0, 1fr)' },
}));

/** Both fields are optional. The headcount comes from the search; the desk reads both. */
export function VisitDetails({ selection }: { selection: BookingSelection }) {
  const checkout = useFlow('checkout', lazyFlows.bookingFlows);
  const canChange = useSelector(checkout, (snapshot) => snapshot.matches('reviewing'));
  const { room, headcount, wishes } = selection;
  const tooSmall = tooSmallText(headcount, room.roomCapacity);
  const change = (visit: Pick<BookingSelection, 'headcount' | 'wishes'>) => {
    const current = checkout.getSnapshot().context.selection;
    if (current) checkout.send({ type: 'checkout.started', selection: { ...current, ...visit } });
  };

  return (
    <Frame component="section" aria-label="Your visit">
      <Typography variant="h3" component="h2">
        Your visit (optional)
      </Typography>
      <Fields>
        <TextField
          // Another selection has the headcount of another search.
          key={headcount}
          label="People"
          defaultValue={headcount ?? ''}
          slotProps={{ input: { readOnly: !canChange }, htmlInput: { inputMode: 'numeric', maxLength: 3 } }}
          onBlur={({ target }) => {
            const people = headcountIn(target.value);
            if (people !== headcount) change({ headcount: people });
          }}
        />
        <TextField
          label="Purpose and wishes"
          multiline
          maxRows={4}
          defaultValue={wishes ?? ''}
          slotProps={{ input: { readOnly: !canChange }, htmlInput: { maxLength: MAX_WISHES } }}
          onBlur={({ target }) => {
            const text = target.value.trim();
            if (text !== (wishes ?? '')) change({ wishes: text });
          }}
        />
      </Fields>
      {tooSmall !== null && (
        <Alert severity="warning">{`${tooSmall} Choose a larger room, or correct the number.`}</Alert>
      )}
    </Frame>
  );
}
