import type { BoundForm } from '../../ui/form/useForm.ts';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { dateAt, longDate, timeAt } from '../../../domain/time/calendar.ts';
import type { Failure } from '../../../machines/engine/failure.ts';
import { changedFields } from './fieldText.ts';
import { useFocusParentOnUnmount } from '../../ui/fields/useFocusParentOnUnmount.ts';
import { ButtonRow } from '../../ui/layout/ButtonRow.ts';

interface Props {
  readonly failure: Failure | null;
  /** Changes up to this version are not reported. */
  readonly shownVersion: number;
  /** Loads the current record. */
  readonly onReload: () => void;
  /** The user may overwrite the change with the values of the surrounding form. */
  readonly canOverwrite?: boolean | undefined;
  /** The server recognises a change by what this field says was shown. By default the version. */
  readonly shownField?: 'version' | 'shownNote';
}

/** Shows the name of the person who has changed the record meanwhile, and its current content. Renders nothing for any other failure. */
export function StaleEdit({
  failure,
  shownVersion,
  onReload,
  canOverwrite = false,
  shownField = 'version',
}: Props) {
  const changed = failure?.code === 'changed-meanwhile' ? failure.details.changed : undefined;
  if (!changed || changed.version <= shownVersion) return null;
  const present = shownField === 'version' ? changed.version : String(changed.fields['note']);
  return (
    <ChangeNotice
      changed={changed}
      onReload={onReload}
      overwrite={canOverwrite ? { name: shownField, value: present } : null}
    />
  );
}

interface ChangeNoticeProps {
  readonly changed: NonNullable<Failure['details']['changed']>;
  readonly onReload: () => void;
  /** A button's name and value; null without a button. */
  readonly overwrite: { readonly name: string; readonly value: string | number } | null;
}

function ChangeNotice({ changed, onReload, overwrite }: ChangeNoticeProps) {
  const notice = useFocusParentOnUnmount<HTMLDivElement>(true);
  const at = Date.parse(changed.at);
  return (
    <Alert severity="warning" ref={notice} tabIndex={-1}>
      <span>{`${changed.by} changed this on ${longDate(dateAt(at))} at ${timeAt(at)}. The new values are:`}</span>
      <ul style={{ margin: 0, paddingInlineStart: '1.25rem', overflowWrap: 'anywhere' }}>
        {changedFields(changed.fields).map(([name, value]) => (
          <li key={name}>{`${name}: ${value}`}</li>
        ))}
      </ul>
      <ButtonRow sx={{ marginBlockStart: 1 }}>
        <Button size="small" variant="outlined" onClick={onReload}>
          {overwrite ? 'Reload and discard my changes' : 'Reload'}
        </Button>
        {overwrite && (
          <Button size="small" variant="outlined" type="submit" {...overwrite}>
            Overwrite with mine
          </Button>
        )}
      </ButtonRow>
    </Alert>
  );
}

/** `StaleEdit` shows that failure instead. */
export const withoutStaleFailure = (form: BoundForm): BoundForm =>
  form.failure?.details.changed ? { ...form, failure: null } : form;
