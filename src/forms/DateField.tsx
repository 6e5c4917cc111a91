import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import {
  type ComponentType,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { formatDayFirst, parseDayFirst } from '../../domain/typedDate.ts';
import { CalendarIcon } from '../icons/pages.tsx';
import { SectionErrorBoundary } from '../shell/SectionErrorBoundary.tsx';
import type { CalendarProps } from './Calendar.tsx';

/** MUI X and Day.js are 46 kB; they are loaded at the first focus or press (decision 28). */
const fetchCalendar = async (): Promise<ComponentType<CalendarProps>> =>
  (await import('./Calendar.tsx')).Calendar;

interface Props {
  label: ReactNode;
  name: string;
  /** 'YYYY-MM-DD', or '' while no date is entered. */
  value: string;
  /** Called with 'YYYY-MM-DD', or with '' for a text that is no date. */
  onChange: (date: string) => void;
  /** Today in India, marked in the calendar; null while the server's clock is unknown. */
  today: string | null;
  /** The first and the last date that the calendar offers. */
  bounds: { readonly first: string; readonly last: string } | null;
  error: string | undefined;
  required?: boolean;
}

/**
 * A date, typed with the day first or chosen in a calendar. The field is the same before and after the calendar is loaded,
 * and works without it.
 */
export function DateField({ label, name, value, onChange, today, bounds, error, required = true }: Props) {
  const [typed, setTyped] = useState('');
  const [Calendar, setCalendar] = useState<ComponentType<CalendarProps> | null>(null);
  const [calendarState, setCalendarState] = useState<'closed' | 'loading' | 'open' | 'unavailable'>('closed');
  const field = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isTouched = useRef(false);

  // A date that was set elsewhere replaces the typed text.
  const text = (parseDayFirst(typed) ?? '') === value ? typed : formatDayFirst(value);

  const load = async (): Promise<void> => {
    const Fetched = await fetchCalendar();
    setCalendar(() => Fetched);
  };
  const preload = (): void => void load().catch(() => undefined);

  const open = (): void => {
    if (Calendar) {
      setCalendarState('open');
      return;
    }
    setCalendarState('loading');
    load().then(
      // Not if the visitor has typed or moved the focus in the meantime.
      () => setCalendarState((state) => (state === 'loading' ? 'open' : state)),
      () => {
        setCalendarState((state) => (state === 'loading' ? 'unavailable' : state));
        input.current?.focus();
      },
    );
  };
  const stopWaiting = (): void => setCalendarState((state) => (state === 'loading' ? 'closed' : state));

  const type = (entered: string): void => {
    stopWaiting();
    setTyped(entered);
    const date = parseDayFirst(entered) ?? '';
    if (date !== value) onChange(date);
  };
  const choose = (date: string): void => {
    setTyped(formatDayFirst(date));
    onChange(date);
  };

  const opensByTouch = (): boolean => isTouched.current && calendarState !== 'unavailable';
  const onPointerDown = ({ pointerType }: PointerEvent): void => {
    isTouched.current = pointerType === 'touch';
    preload();
  };
  /** A touch opens the calendar. Focus on the input would open the on-screen keyboard over it. */
  const onMouseDown = (event: MouseEvent): void => {
    if (opensByTouch()) event.preventDefault();
  };
  const onClick = (): void => {
    if (!opensByTouch()) return;
    button.current?.focus();
    open();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || event.key !== 'ArrowDown') return;
    event.preventDefault();
    open();
  };
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    if (!field.current?.contains(relatedTarget)) stopWaiting();
  };

  const shown =
    calendarState === 'unavailable' ? 'The calendar could not be loaded: type the date' : undefined;
  return (
    <>
      <TextField
        ref={field}
        label={label}
        name={name}
        required={required}
        placeholder="DD/MM/YYYY"
        autoComplete="off"
        value={text}
        error={error !== undefined}
        helperText={error ?? shown}
        inputRef={input}
        onChange={(event) => type(event.target.value)}
        onFocusCapture={preload}
        onPointerDownCapture={onPointerDown}
        onBlurCapture={onBlur}
        slotProps={{
          htmlInput: {
            inputMode: 'numeric',
            onMouseDown,
            onClick,
            onKeyDown,
            onBlur: () => setTyped(formatDayFirst(value) || text),
          },
          input: {
            ref: frame,
            endAdornment: (
              <InputAdornment position="end">
                <IconButton
                  ref={button}
                  aria-label="Choose in a calendar"
                  aria-haspopup="dialog"
                  aria-expanded={calendarState === 'open'}
                  aria-busy={calendarState === 'loading'}
                  onClick={open}
                >
                  {calendarState === 'loading' ? <CircularProgress aria-label="Loading" /> : <CalendarIcon />}
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      {Calendar && (
        <SectionErrorBoundary>
          <Calendar
            anchor={frame}
            isOpen={calendarState === 'open'}
            value={value}
            today={today}
            bounds={bounds}
            onChoose={choose}
            onClose={() => setCalendarState('closed')}
          />
        </SectionErrorBoundary>
      )}
    </>
  );
}
