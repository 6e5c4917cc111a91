import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useSelector } from '@xstate/react';
import { type ChangeEvent, useRef } from 'react';
import type { Flow } from './inspectorMachine.ts';
import { row } from './theme.ts';

const connectionNames = {
  alone: 'Not opened by the site',
  calling: 'Waiting for the site…',
  connected: 'Connected',
  closed: 'The site was closed',
} as const;

const dateAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

interface Props {
  readonly flow: Flow;
  readonly follows: boolean;
  readonly onFollow: (follows: boolean) => void;
  readonly onSave: () => void;
}

/** The source of the page (the site, or a recording from a file), and the buttons to open and save recordings. */
export function Bar({ flow, follows, onFollow, onSave }: Props) {
  const { connection, file, recording, problem } = useSelector(flow, ({ context }) => context);
  const source = file && `${file.name}, recorded ${dateAndTime.format(new Date(file.saved.recordedAt))}`;
  const input = useRef<HTMLInputElement>(null);
  const open = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [chosen] = target.files ?? [];
    if (chosen) flow.send({ type: 'file.chosen', file: chosen });
    // Without this, choosing the same file again would fire no change event.
    target.value = '';
  };
  return (
    <Stack component="header" direction="row" sx={{ ...row, gridArea: 'bar' }}>
      <Typography variant="h1">Flows</Typography>
      <Chip role="status" size="small" variant="outlined" label={source ?? connectionNames[connection]} />
      {problem !== null && <Alert severity="error">The file cannot be opened. {problem}</Alert>}
      <FormControlLabel
        sx={{ ml: 'auto' }}
        control={<Checkbox checked={follows} onChange={(_, isChecked) => onFollow(isChecked)} />}
        label="Follow the visitor"
      />
      <Button onClick={() => input.current?.click()}>Open a recording</Button>
      <input ref={input} hidden type="file" accept=".json" aria-label="Open a recording" onChange={open} />
      {file === null ? (
        <Button disabled={recording.messages.length === 0} onClick={onSave}>
          Save the recording
        </Button>
      ) : (
        <Button onClick={() => flow.send({ type: 'file.closed' })}>Close the recording</Button>
      )}
    </Stack>
  );
}
