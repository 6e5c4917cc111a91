import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo } from 'react';
import { exportedMachine } from '../record/exportedMachine.ts';
import type { RecordedActor } from '../record/recording.ts';
import { activeStates, chartOf, foldedStates } from './drawing.ts';
import { actorStateText } from './eventText.ts';
import { saveFile } from './openFile.ts';
import { Picture } from './Picture.tsx';
import { row } from './theme.ts';
import { useStoredState } from './useStoredState.ts';

interface Props {
  readonly actor: RecordedActor;
  readonly onSaveTest: () => void;
}

/** The picture of the chosen actor's machine, with its current state and the transitions that it took last. */
export function ActorPanel({ actor, onSaveTest }: Props) {
  const { definition, path, transitions } = actor;
  const { value } = actor.snapshot;
  const chart = definition === null ? null : chartOf(definition);
  const present = useMemo(
    () => new Set(chart === null ? [] : activeStates(chart, value).map(({ id }) => id)),
    [chart, value],
  );
  const [folds, setFolds] = useStoredState<Readonly<Record<string, boolean>>>('folds', {});
  const fold = (states: readonly string[], isFolded: boolean): void =>
    setFolds({ ...folds, ...Object.fromEntries(states.map((id) => [id, isFolded])) });
  const folded = chart === null ? [] : foldedStates(chart, present, folds);

  return (
    <Box component="section" aria-labelledby="chart-title" sx={{ gridArea: 'chart' }}>
      <Stack direction="row" sx={row}>
        <Typography variant="h2" id="chart-title">
          {path}
        </Typography>
        <Typography variant="caption" color="secondary" sx={{ flex: 1, fontWeight: 600 }}>
          {actorStateText(actor)}
        </Typography>
        {definition !== null && chart !== null && (
          <>
            <Button onClick={() => fold(chart.foldable, folded.length === 0)}>
              {folded.length > 0 ? 'Unfold all' : 'Fold all'}
            </Button>
            <Button onClick={onSaveTest}>Save as test</Button>
            <Button onClick={() => saveFile(`${chart.machine.id}.json`, exportedMachine(definition))}>
              Export as JSON
            </Button>
          </>
        )}
      </Stack>
      {chart === null ? (
        <Typography sx={{ p: 1.5 }}>It has no states: it is a promise or a callback.</Typography>
      ) : (
        <Suspense fallback={<Typography sx={{ p: 1.5 }}>Drawing…</Typography>}>
          <Picture
            key={definition}
            name={`Statechart of ${path}`}
            chart={chart}
            folded={JSON.stringify(folded)}
            present={present}
            last={transitions}
            onFold={(state, isFolded) => fold([state], isFolded)}
          />
        </Suspense>
      )}
    </Box>
  );
}
