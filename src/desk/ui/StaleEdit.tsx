import type { BoundForm } from '../../ui/form/useForm.ts';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { dateAt, longDate, timeAt } from '../../../domain/time/calendar.ts';
import type { Failure } from '../../../machines/engine/failure.ts';
import { changedFields } from '../audit/auditText.ts';
import { useFocusParentOnUnmount } from '../../ui/fields/useFocusParentOnUnmount.ts';
import { ButtonRow } from '../../ui/layout/ButtonRow.ts';

interface Props {
  readonly failure: Failure | null;
  /** The version that is on the screen: changes up to this version are not reported. */
  readonly shownVersion: number;
  /** Loads the current record. */
  readonly onReload: () => void;
  /** The user may overwrite the change with the values of the surrounding form. */
  readonly canOverwrite?: boolean | undefined;
  /** The field of the form with what was shown, by which the server recognises a change. By default the version. */
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
  /** The name and value of the button that overwrites the change; null without one. */
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

/** The form without the failure that `StaleEdit` shows instead. */
export const withoutStaleFailure = (form: BoundForm): BoundForm =>
  form.failure?.details.changed ? { ...form, failure: null } : form;
