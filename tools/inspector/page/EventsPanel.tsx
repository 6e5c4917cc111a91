import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Recording } from '../record/recording.ts';
import { filterEntries } from '../record/views.ts';
import { EventList } from './EventList.tsx';
import type { Flow } from './inspectorMachine.ts';
import { row } from './theme.ts';
import { useStoredState } from './useStoredState.ts';

const noFilter = { text: '', hidesXStateEvents: false };

interface Props {
  readonly flow: Flow;
  readonly recording: Recording;
}

/** A list, or arrows between the actors. The events can be filtered, cleared, and stepped through. */
export function EventsPanel({ flow, recording }: Props) {
  const moment = useSelector(flow, ({ context }) => context.moment);
  const isLive = useSelector(flow, (state) => state.matches('site'));
  const [view, setView] = useStoredState<'log' | 'sequence'>('view', 'log');
  const [filter, setFilter] = useStoredState('filter', noFilter);
  const { entries } = recording;
  const shown = useMemo(() => filterEntries(entries, filter), [entries, filter]);

  /** An index of the shown events, so that stepping skips events that the filter hides. */
  const at = moment === null ? shown.length : shown.findLastIndex(({ key }) => key <= moment);
  const previous = moment === null ? shown.length - 2 : at - 1;
  const goTo = (index: number): void => {
    const entry = shown[index];
    flow.send(entry ? { type: 'moment.chosen', key: entry.key } : { type: 'moment.left' });
  };
  const place = moment === null ? '' : `After event ${at + 1} of `;

  return (
    <Box component="section" aria-label="Events" sx={{ gridArea: 'events' }}>
      <Stack direction="row" sx={row}>
        <Tabs value={view} onChange={(_, next: typeof view) => setView(next)} aria-label="Show events as">
          <Tab value="log" label="Log" />
          <Tab value="sequence" label="Sequence" />
        </Tabs>
        <TextField
          type="search"
          value={filter.text}
          placeholder="Filter"
          slotProps={{ htmlInput: { 'aria-label': 'Text', spellCheck: false } }}
          sx={{ flex: '1 1 5rem', maxWidth: '18rem', '& input': { py: 0.75 } }}
          onChange={({ target }) => setFilter({ ...filter, text: target.value })}
        />
        <FormControlLabel
          control={<Checkbox checked={filter.hidesXStateEvents} />}
          label="Hide events of XState"
          onChange={(_, hidesXStateEvents) => setFilter({ ...filter, hidesXStateEvents })}
        />
        <Typography color="textSecondary" role="status" sx={{ ml: 'auto' }}>
          {`${place}${shown.length}`}
        </Typography>
        <Button disabled={previous < 0} onClick={() => goTo(previous)}>
          Back
        </Button>
        <Button disabled={moment === null} onClick={() => goTo(at + 1)}>
          Forward
        </Button>
        <Button disabled={moment === null} onClick={() => goTo(shown.length)}>
          Now
        </Button>
        {isLive && <Button onClick={() => flow.send({ type: 'log.cleared' })}>Clear</Button>}
      </Stack>
      <EventList
        key={view}
        flow={flow}
        entries={shown}
        recording={recording}
        isSequence={view === 'sequence'}
      />
    </Box>
  );
}
