import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { dateAt, longDate, timeAt } from '../../domain/calendar.ts';
import type { Failure } from '../../machines/failure.ts';

/** A value in a line; the form has the rest of a long text once it is loaded again. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)} …` : text;
}

/** Says who has changed what meanwhile; nothing for any other failure. `onReload` shows it as it is now. */
export function StaleEdit({ failure, onReload }: { failure: Failure | null; onReload: () => void }) {
  const changed = failure?.code === 'changed-meanwhile' ? failure.details.changed : undefined;
  if (!changed) return null;
  const at = Date.parse(changed.at);
  return (
    <Alert
      severity="warning"
      action={
        <Button size="small" variant="outlined" onClick={onReload}>
          Load it again
        </Button>
      }
    >
      {changed.by} changed this on {longDate(dateAt(at))} at {timeAt(at)}. It now has:
      <ul style={{ margin: 0 }}>
        {Object.entries(changed.fields).map(([name, value]) => (
          <li key={name}>
            {name.replaceAll('_', ' ')}: {textOf(value)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
