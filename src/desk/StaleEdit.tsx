import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { dateAt, longDate, timeAt } from '../../domain/calendar.ts';
import type { Failure } from '../../machines/failure.ts';

/** A value in a line; the form has the rest of a long text once it is loaded again. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)} …` : text;
}

interface Props {
  readonly failure: Failure | null;
  /** Shows it as it is now. */
  readonly onReload: () => void;
  /** What was typed into the form that it stands in may be saved over it. */
  readonly canOverwrite?: boolean | undefined;
}

/** Says who has changed what meanwhile; nothing for any other failure. */
export function StaleEdit({ failure, onReload, canOverwrite = false }: Props) {
  const changed = failure?.code === 'changed-meanwhile' ? failure.details.changed : undefined;
  if (!changed) return null;
  const at = Date.parse(changed.at);
  return (
    <Alert severity="warning">
      {changed.by} changed this on {longDate(dateAt(at))} at {timeAt(at)}. It now has:
      <ul style={{ margin: 0 }}>
        {Object.entries(changed.fields).map(([name, value]) => (
          <li key={name}>
            {name.replaceAll('_', ' ')}: {textOf(value)}
          </li>
        ))}
      </ul>
      <div className="ways" style={{ marginBlockStart: 8 }}>
        <Button size="small" variant="outlined" onClick={onReload}>
          {canOverwrite ? 'Load it again, without what I typed' : 'Load it again'}
        </Button>
        {canOverwrite && (
          <Button size="small" variant="outlined" type="submit" name="version" value={changed.version}>
            Save mine over it
          </Button>
        )}
      </div>
    </Alert>
  );
}
