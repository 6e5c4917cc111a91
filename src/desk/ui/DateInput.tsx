import { createContext, type FormEvent, use, useState } from 'react';
import { parseDayFirst } from '../../../domain/time/typedDate.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { Note } from './contentParts.ts';

/** An IST date by the server's clock. */
export const DeskToday = createContext<string | null>(null);

interface Props {
  readonly label: string;
  readonly name: string;
  readonly initial: string;
  readonly error?: boolean;
  readonly helperText?: string | undefined;
  readonly onChange?: () => void;
  /** The calendar offers the dates from the first to the last; without bounds it offers every date. */
  readonly bounds?: { readonly first: string; readonly last: string };
  readonly required?: boolean;
}

/**
 * Day first in every browser. The form sends 'YYYY-MM-DD'. A text that is not a date is sent as typed, so that the server
 * refuses it and does not treat the field as empty.
 */
export function DateInput({
  label,
  name,
  initial,
  error = false,
  helperText,
  onChange,
  bounds,
  required = true,
}: Props) {
  const [date, setDate] = useState(initial);
  const [typed, setTyped] = useState('');
  const trackTypedText = (event: FormEvent<HTMLDivElement>) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    setTyped(event.target.value);
    onChange?.();
  };
  const isUnparsable = date === '' && typed !== '' && parseDayFirst(typed) === null;
  return (
    <div style={{ display: 'grid' }} onChange={trackTypedText}>
      <input type="hidden" name={name} value={date || typed} />
      <DateField
        label={label}
        name=""
        value={date}
        onChange={(chosen) => {
          setDate(chosen);
          onChange?.();
        }}
        today={use(DeskToday)}
        bounds={bounds ?? null}
        error={error ? (isUnparsable ? 'Enter a date as DD/MM/YYYY' : helperText) : undefined}
        required={required}
      />
      {!error && helperText !== undefined && <Note>{helperText}</Note>}
    </div>
  );
}
