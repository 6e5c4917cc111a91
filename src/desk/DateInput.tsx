import { createContext, type FormEvent, use, useState } from 'react';
import { parseDayFirst } from '../../domain/typedDate.ts';
import { DateField } from '../forms/DateField.tsx';

/** Today in India by the server's clock, as the desk was opened. */
export const DeskToday = createContext<string | null>(null);

interface Props {
  readonly label: string;
  readonly name: string;
  readonly initial: string;
  readonly error?: boolean;
  readonly helperText?: string | undefined;
  readonly onChange?: () => void;
  /** The first and the last date that the calendar offers; any without them. */
  readonly bounds?: { readonly first: string; readonly last: string };
  readonly required?: boolean;
}

/**
 * A date of a form of the desk, day first in every browser. The form sends 'YYYY-MM-DD', and a text that is no date as it was
 * typed, so that it is refused and never taken for an empty field.
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
  const type = (event: FormEvent<HTMLDivElement>) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    setTyped(event.target.value);
    onChange?.();
  };
  const isUnread = date === '' && typed !== '' && parseDayFirst(typed) === null;
  return (
    <div style={{ display: 'grid' }} onChange={type}>
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
        error={error ? (isUnread ? 'Enter a date as DD/MM/YYYY' : helperText) : undefined}
        required={required}
      />
      {!error && helperText !== undefined && <p className="soft">{helperText}</p>}
    </div>
  );
}
