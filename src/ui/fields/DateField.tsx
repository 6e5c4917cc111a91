import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useActorRef } from '@xstate/react';
import {
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useRef,
  useState,
} from 'react';
import { formatDayFirst, parseDayFirst } from '../../../domain/time/typedDate.ts';
import { CalendarIcon } from '../icons/pages.tsx';
import { SectionErrorBoundary } from '../../app/errors/SectionErrorBoundary.tsx';
import { useSelector } from '../../app/system/useSelector.ts';
import { useEmitted } from '../../app/system/useEmitted.ts';
import { calendarPicker, importCalendar, preloadCalendar } from './calendarPicker.ts';

/** It is rendered only after the picker has loaded it, so its loading never fails. */
const Calendar = lazy(importCalendar);

interface Props {
  label: ReactNode;
  name: string;
  /** 'YYYY-MM-DD', or '' while no date is entered. */
  value: string;
  /** Called with 'YYYY-MM-DD', or with '' if the text is not a date. */
  onChange: (date: string) => void;
  /** Today's IST date, marked in the calendar; null until the clock is set. */
  today: string | null;
  /** The first and the last date that the calendar offers. */
  bounds: { readonly first: string; readonly last: string } | null;
  error: string | undefined;
  required?: boolean;
}

/**
 * Typed as DD/MM/YYYY or chosen in a calendar. The field looks the same before and after the calendar is loaded, and works
 * without it.
 */
export function DateField({ label, name, value, onChange, today, bounds, error, required = true }: Props) {
  const [typed, setTyped] = useState('');
  const picker = useActorRef(calendarPicker);
  const calendarState = useSelector(picker, (snapshot) => snapshot.value);
  const isLoaded = useSelector(picker, ({ context }) => context.isLoaded);
  const field = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isTouchInput = useRef(false);

  // A new `value` from outside replaces the typed text.
  const text = (parseDayFirst(typed) ?? '') === value ? typed : formatDayFirst(value);

  useEmitted(picker, 'pickerUnavailable', () => input.current?.focus());

  const open = (): void => picker.send({ type: 'picker.opened' });
  const cancelOpening = (): void => picker.send({ type: 'picker.cancelled' });

  const enterText = (entered: string): void => {
    cancelOpening();
    setTyped(entered);
    const date = parseDayFirst(entered) ?? '';
    if (date !== value) onChange(date);
  };
  const chooseDate = (date: string): void => {
    setTyped(formatDayFirst(date));
    onChange(date);
  };

  const opensByTouch = (): boolean => isTouchInput.current && calendarState !== 'unavailable';
  const onPointerDown = ({ pointerType }: PointerEvent): void => {
    isTouchInput.current = pointerType === 'touch';
    preloadCalendar();
  };
  /** A touch opens the calendar, so the input must not take the focus, which would open the on-screen keyboard. */
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
    if (!field.current?.contains(relatedTarget)) cancelOpening();
  };

  const hint =
    calendarState === 'unavailable' ? 'The calendar could not be loaded. Type the date instead' : undefined;
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
        helperText={error ?? hint}
        inputRef={input}
        onChange={(event) => enterText(event.target.value)}
        onFocusCapture={preloadCalendar}
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
      {isLoaded && (
        <SectionErrorBoundary>
          <Suspense>
            <Calendar
              anchor={frame}
              isOpen={calendarState === 'open'}
              value={value}
              today={today}
              bounds={bounds}
              onChoose={chooseDate}
              onClose={() => picker.send({ type: 'picker.closed' })}
            />
          </Suspense>
        </SectionErrorBoundary>
      )}
    </>
  );
}
