import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { dateAt, longDate, timeAt } from '../../domain/calendar.ts';
import type { Failure } from '../../machines/failure.ts';
import { changedFields } from './auditText.ts';
import { usePassedOnFocus } from './usePassedOnFocus.ts';

interface Props {
  readonly failure: Failure | null;
  /** The version that is shown: nothing is said about what it has already. */
  readonly shown: number;
  /** Shows it as it is now. */
  readonly onReload: () => void;
  /** What was typed into the form that it stands in may be saved over it. */
  readonly canOverwrite?: boolean | undefined;
}

/** Says who has changed what meanwhile; nothing for any other failure. */
export function StaleEdit({ failure, shown, onReload, canOverwrite = false }: Props) {
  const changed = failure?.code === 'changed-meanwhile' ? failure.details.changed : undefined;
  if (!changed || changed.version <= shown) return null;
  return <Changed changed={changed} onReload={onReload} canOverwrite={canOverwrite} />;
}

interface ChangedProps {
  readonly changed: NonNullable<Failure['details']['changed']>;
  readonly onReload: () => void;
  readonly canOverwrite: boolean;
}

function Changed({ changed, onReload, canOverwrite }: ChangedProps) {
  const notice = usePassedOnFocus<HTMLDivElement>(true);
  const at = Date.parse(changed.at);
  return (
    <Alert severity="warning" ref={notice} tabIndex={-1}>
      {changed.by} changed this on {longDate(dateAt(at))} at {timeAt(at)}. It now has:
      <ul style={{ margin: 0, paddingInlineStart: '1.25rem', overflowWrap: 'anywhere' }}>
        {changedFields(changed.fields).map(([name, value]) => (
          <li key={name}>
            {name}: {value}
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
