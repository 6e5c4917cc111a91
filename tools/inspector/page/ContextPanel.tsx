import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type SyntheticEvent, useState } from 'react';
import { eventOf, lastPayload } from '../record/payload.ts';
import type { ActorSnapshot, LogEntry, RecordedActor } from '../record/recording.ts';
import { sendToSite } from './connection.ts';
import { acceptedEvents } from './drawing.ts';
import { ValueTree } from './ValueTree.tsx';

/** A machine's context, or a promise's input, output and error. */
function dataOf({ context, output, error, input }: ActorSnapshot): Record<string, unknown> {
  const rest = Object.entries({ input, output, error }).filter(([, value]) => value !== undefined);
  return { ...(context as object | undefined), ...Object.fromEntries(rest) };
}

interface Props {
  readonly actor: RecordedActor;
  readonly entries: readonly LogEntry[];
  /** The actor is shown as it is now, and the site is connected. */
  readonly isLive: boolean;
}

/** The changes of the last event are marked. */
export const ContextPanel = ({ actor, entries, isLive }: Props) => (
  <Box component="section" aria-labelledby="context-title" sx={{ gridArea: 'context' }}>
    <Typography variant="h2" id="context-title" sx={{ px: 1.5, py: 1 }}>
      {actor.definition === null ? 'Input and output' : 'Context'}
    </Typography>
    <Box key={actor.path} sx={{ flex: 1, overflow: 'auto', px: 1.5, pb: 1 }}>
      <ValueTree fields={dataOf(actor.snapshot)} before={actor.before && dataOf(actor.before)} />
    </Box>
    {isLive && actor.status === 'active' && (
      <SendForm key={actor.sessionId} actor={actor} entries={entries} />
    )}
  </Box>
);

/** Sends an event by hand: one that the state has a transition for, with the payload of its last occurrence. */
function SendForm({ actor: { definition, snapshot, sessionId }, entries }: Omit<Props, 'isLive'>) {
  const [picked, setPicked] = useState('');
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState('');
  const accepted = definition === null ? [] : acceptedEvents(definition, snapshot['value']);
  const type = accepted.includes(picked) ? picked : accepted[0];
  if (type === undefined) return null;
  const last = lastPayload(entries, type);
  const text = edits[type] ?? JSON.stringify(last);
  const send = (submit: SyntheticEvent): void => {
    submit.preventDefault();
    const result = eventOf(type, text, last);
    setProblem(result.problem ?? '');
    if (result.event) sendToSite(sessionId, result.event);
  };

  return (
    <Stack component="form" aria-label="Send an event" sx={{ gap: 1.5, p: 1.5 }} onSubmit={send}>
      <Stack direction="row" sx={{ gap: 1 }}>
        <TextField
          select
          sx={{ flex: 1, minWidth: 0 }}
          label="Event"
          value={type}
          slotProps={{ select: { native: true } }}
          onChange={({ target }) => setPicked(target.value)}
        >
          {accepted.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </TextField>
        <Button type="submit">Send</Button>
      </Stack>
      <TextField
        multiline
        maxRows={5}
        label="Payload, JSON"
        value={text}
        error={problem !== ''}
        helperText={problem}
        slotProps={{ htmlInput: { spellCheck: false }, formHelperText: { role: 'alert' } }}
        onChange={({ target }) => setEdits({ ...edits, [type]: target.value })}
      />
    </Stack>
  );
}
