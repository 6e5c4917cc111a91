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
import { createContext, type RefObject, use } from 'react';
import { fullDate } from '../../domain/calendar.ts';
import { dialogRoot } from '../system/dialogRoot.ts';

dayjs.extend(utc);

const FORMAT = 'YYYY-MM-DD';
const TITLE = 'Choose a date';

export interface CalendarProps {
  /** The field that it opens below. */
  anchor: RefObject<HTMLElement | null>;
  isOpen: boolean;
  /** 'YYYY-MM-DD', or '' for none. */
  value: string;
  /** Today in India, 'YYYY-MM-DD'; null while the server's clock is unknown. */
  today: string | null;
  /** The first and the last date that can be chosen. */
  bounds: { readonly first: string; readonly last: string } | null;
  onChoose: (date: string) => void;
  onClose: () => void;
}

const TodayContext = createContext<string | null>(null);

/** A day, named by its full date. The picker marks the browser's today, which may be another day. */
function Day(props: PickerDayProps) {
  const date = props.day.format(FORMAT);
  const isToday = date === use(TodayContext);
  return (
    <PickerDay
      {...props}
      today={isToday}
      aria-current={isToday ? 'date' : undefined}
      aria-label={fullDate(date)}
    />
  );
}

/** The dialog's Cancel button. The popup is closed by Escape or a click elsewhere. */
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

const calendar = (theme: Theme) => ({
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
    // The minimum size for touch.
    '@media (pointer: coarse)': { width: '100%', maxWidth: 44, height: 44, marginBlock: 0 },
  },
  '& .MuiPickerDay-today:not(.Mui-selected)': { borderColor: theme.vars.palette.outline },
});

// Outweighs the picker's minimum width of 320 px, the whole width of a small phone.
const dialog = { '&&&': { width: 'auto', minWidth: 0 } };
const popup = (theme: Theme) => ({
  marginBlock: theme.spacing(0.75),
  borderRadius: '18px',
  border: `1px solid ${theme.vars.palette.line}`,
  boxShadow: theme.vars.shadows[4],
});

/**
 * MUI X's date picker without its own field (decision 28). Dates have no time zone: they are midnights in UTC.
 */
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
          desktopPaper: { sx: popup },
          mobilePaper: { 'aria-label': TITLE, sx: dialog },
          toolbar: { hidden: true },
          layout: { sx: calendar },
        }}
      />
    </TodayContext>
  </LocalizationProvider>
);
