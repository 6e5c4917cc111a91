import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import type { FormEvent } from 'react';
import { ROOMS_PATH } from '../../domain/roomsLink.ts';
import {
  clockTime,
  DEFAULT_SEARCH_START,
  LATEST_SEARCH_START,
  MINUTES_PER_SLOT,
  slotsIn,
  slotTime,
} from '../../domain/slots.ts';
import { SearchIcon } from '../icons/pages.tsx';
import { durationsWith, durationText } from '../search/durations.ts';
import { useOptionalFlow } from '../system/flows.ts';
import { withScripts } from '../theme/withScripts.ts';

const Form = styled(Card)(({ theme }) => ({
  display: 'grid',
  // The page that it opens needs scripts.
  ...withScripts,
  // A date needs more room than a headcount.
  gridTemplateColumns: 'repeat(10, minmax(0, 1fr))',
  '& > *': { gridColumn: 'span 5' },
  '& > :nth-of-type(1)': { gridColumn: 'span 6' },
  '& > :nth-of-type(2)': { gridColumn: 'span 4' },
  gap: theme.spacing(2, 1.5),
  maxWidth: '36rem',
  marginBlockEnd: theme.spacing(2.5),
  padding: theme.spacing(2.5),
  boxShadow: theme.vars.shadows[4],
  '& > button': { gridColumn: '1 / -1', minHeight: 52 },
  [theme.breakpoints.down(22)]: { '&& > *': { gridColumn: '1 / -1' } },
})) as typeof Card;

/** The times from which a search may start, without seconds, as the address has them. */
const startTimes = slotsIn({ start: 0, end: LATEST_SEARCH_START + 1 }).map((slot) => ({
  value: slotTime(slot).slice(0, 5),
  text: clockTime(slot),
}));

/**
 * The search on the home page. It is a plain form whose address is that of the search, so it works before its script is
 * there; with it, the page of the rooms opens without loading a document.
 */
export default function HeroSearch() {
  const navigation = useOptionalFlow('navigation');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!navigation) return;
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : '',
    ]);
    navigation.send({ type: 'navigation.go', path: `${ROOMS_PATH}?${new URLSearchParams(fields)}` });
  };
  const native = { select: { native: true }, inputLabel: { shrink: true } } as const;

  return (
    <Form
      component="form"
      action={ROOMS_PATH}
      method="get"
      aria-label="Find a room by time"
      onSubmit={submit}
    >
      <TextField label="Date" name="date" type="date" required slotProps={{ inputLabel: { shrink: true } }} />
      <TextField
        label="Headcount"
        name="headcount"
        type="number"
        required
        defaultValue="1"
        slotProps={{ htmlInput: { min: 1, max: 9999, inputMode: 'numeric' } }}
      />
      <TextField
        label="Start time"
        name="start"
        select
        defaultValue={slotTime(DEFAULT_SEARCH_START).slice(0, 5)}
        slotProps={native}
      >
        {startTimes.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </TextField>
      <TextField label="Duration" name="duration" select defaultValue="" slotProps={native}>
        <option value="">Any</option>
        {durationsWith('').map((slots) => (
          <option key={slots} value={slots * MINUTES_PER_SLOT}>
            {durationText(slots)}
          </option>
        ))}
      </TextField>
      <Button type="submit" startIcon={<SearchIcon />}>
        View Slots
      </Button>
    </Form>
  );
}
