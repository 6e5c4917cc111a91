import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import type { Redacted } from '../../../domain/text/redacted.ts';
import { CalendarIcon } from '../../ui/icons/pages.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { FeedButtons, FeedNote } from './feedParts.ts';

/** Calendar apps open `webcal:` addresses and subscribe to them. */
const subscriptionOf = (address: string): string => address.replace(/^https?:/, 'webcal:');

/** The address is shown only once. */
export function NewAddress({ address }: { address: Redacted<string> }) {
  const link = useFlow('calendarLink', lazyFlows.calendarLink);
  const text = address.reveal();
  return (
    <Box sx={{ marginBlockStart: 2 }}>
      <TextField
        label="Calendar link"
        value={text}
        helperText="Shown only now. Anyone who has it can read your bookings."
        slotProps={{
          input: { readOnly: true },
          htmlInput: {
            spellCheck: false,
            onFocus: (event: { target: HTMLInputElement }) => event.target.select(),
          },
        }}
      />
      <FeedButtons>
        <Button size="small" onClick={() => link.send({ type: 'calendarLink.copyPressed' })}>
          Copy link
        </Button>
        <Button size="small" variant="outlined" startIcon={<CalendarIcon />} href={subscriptionOf(text)}>
          Open in a calendar app
        </Button>
      </FeedButtons>
      <FeedNote sx={{ fontSize: 'body2.fontSize' }}>
        In Google Calendar: Other calendars, +, From URL. In Outlook: Add calendar, Subscribe from web.
      </FeedNote>
    </Box>
  );
}
