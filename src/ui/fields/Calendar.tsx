import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import type { Theme } from '@mui/material/styles';
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { usePickerActionsContext, usePickerContext } from '@mui/x-date-pickers/hooks';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { PickerDay, type PickerDayProps } from '@mui/x-date-pickers/PickerDay';
import dayjs from 'dayjs';
import 'dayjs/locale/en-in';
import utc from 'dayjs/plugin/utc';
import { createContext, type KeyboardEvent, type RefObject, use } from 'react';
import { fullDate } from '../../../domain/time/calendar.ts';
import { dialogRoot } from '../../app/system/dialogRoot.ts';

dayjs.extend(utc);

const FORMAT = 'YYYY-MM-DD';
const TITLE = 'Choose a date';

export interface CalendarProps {
  /** The calendar opens below this field. */
  anchor: RefObject<HTMLElement | null>;
  isOpen: boolean;
  /** 'YYYY-MM-DD', or '' for none. */
  value: string;
  /** Today's IST date, 'YYYY-MM-DD'; null until the clock is set. */
  today: string | null;
  /** The first and the last date that can be chosen. */
  bounds: { readonly first: string; readonly last: string } | null;
  onChoose: (date: string) => void;
  onClose: () => void;
}

const TodayContext = createContext<string | null>(null);

const otherPageKey: Readonly<Record<string, string>> = { PageUp: 'PageDown', PageDown: 'PageUp' };

/** The accessible name is the full date. It marks today in IST; the picker would mark the browser's today. */
function Day(props: PickerDayProps) {
  // The picker's Page Up goes to the later month.
  const swapPageKeys = (event: KeyboardEvent<HTMLButtonElement>, day: PickerDayProps['day']) => {
    const key = otherPageKey[event.key];
    props.onKeyDown?.(key === undefined ? event : Object.create(event, { key: { value: key } }), day);
  };
  const date = props.day.format(FORMAT);
  const isToday = date === use(TodayContext);
  return (
    <PickerDay
      {...props}
      onKeyDown={swapPageKeys}
      today={isToday}
      aria-current={isToday ? 'date' : undefined}
      aria-label={fullDate(date)}
    />
  );
}

/** Only the dialog has Cancel. The popup on a desktop closes by Escape or a click outside. */
function Actions() {
  const { variant } = usePickerContext();
  const { cancelValueChanges } = usePickerActionsContext();
  if (variant === 'desktop') return null;
  return (
    <DialogActions className="MuiPickersLayout-actionBar">
      <Button variant="text" onClick={cancelValueChanges}>
        Cancel
      </Button>
    </DialogActions>
  );
}

const NoField = () => null;

const slots = { day: Day, field: NoField, actionBar: Actions };

const calendarStyles = (theme: Theme) => ({
  '& .MuiDateCalendar-root': { width: 'min(21rem, 100vw - 2rem)', height: 'auto', maxHeight: 'none' },
  '& .MuiPickersCalendarHeader-root': { paddingInline: theme.spacing(2, 1), marginBlock: theme.spacing(1) },
  '& .MuiPickersCalendarHeader-label': { fontWeight: 650 },
  '& .MuiDayCalendar-header, & .MuiDayCalendar-weekContainer': {
    display: 'grid',
    gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
    margin: 0,
    paddingInline: theme.spacing(1),
  },
  '& .MuiDayCalendar-weekDayLabel': { width: 'auto', height: 32, margin: 0 },
  '& .MuiDayCalendar-slideTransition': { minHeight: 6 * 44 + 8 },
  '& .MuiPickerDay-root': {
    width: 'min(40px, 100%)',
    height: 40,
    margin: '2px auto',
    borderRadius: 999,
    fontSize: theme.typography.body2.fontSize,
    fontVariantNumeric: 'tabular-nums',
    '&:not(.Mui-disabled)': { fontWeight: 600 },
    '&:not(.Mui-selected)': {
      '&:hover, &:focus': { backgroundColor: theme.vars.palette.tint },
    },
    '&:focus-visible': { outlineOffset: -2 },
    // The minimum size of a touch target.
    '@media (pointer: coarse)': { width: '100%', maxWidth: 44, height: 44, marginBlock: 0 },
  },
  '& .MuiPickerDay-today:not(.Mui-selected)': { borderColor: theme.vars.palette.outline },
});

// Overrides the picker's minimum width of 320 px, which is the whole width of a small phone.
const dialogStyles = { '&&&': { width: 'auto', minWidth: 0 } };
const popupStyles = (theme: Theme) => ({
  marginBlock: theme.spacing(0.75),
  borderRadius: '18px',
  border: `1px solid ${theme.vars.palette.line}`,
  boxShadow: theme.vars.shadows[4],
});

/** MUI X's date picker without its field. Dates have no time zone: they are represented as midnights in UTC. */
export const Calendar = ({ anchor, isOpen, value, today, bounds, onChoose, onClose }: CalendarProps) => (
  <LocalizationProvider dateAdapter={AdapterDayjs} adapterLocale="en-in">
    <TodayContext value={today}>
      <DatePicker
        open={isOpen}
        onClose={onClose}
        value={value === '' ? null : dayjs.utc(value)}
        onAccept={(date) => date && onChoose(date.format(FORMAT))}
        timezone="UTC"
        {...(bounds && { minDate: dayjs.utc(bounds.first), maxDate: dayjs.utc(bounds.last) })}
        views={['day']}
        closeOnSelect
        slots={slots}
        slotProps={{
          popper: {
            container: dialogRoot,
            anchorEl: () => anchor.current as HTMLElement,
            'aria-label': TITLE,
          },
          desktopPaper: { sx: popupStyles },
          mobilePaper: { 'aria-label': TITLE, sx: dialogStyles },
          toolbar: { hidden: true },
          layout: { sx: calendarStyles },
        }}
      />
    </TodayContext>
  </LocalizationProvider>
);
