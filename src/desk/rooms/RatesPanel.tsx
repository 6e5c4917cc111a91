import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { isPricePerHour, parsePricePerHour } from '../../../domain/money/pricing.ts';
import type { Rate } from '../../../domain/money/rates.ts';
import { rateText } from '../../../domain/rooms/rateTexts.ts';
import { MAX_PRICE_DAYS_AHEAD } from '../../../domain/rooms/roomFields.ts';
import { MAX_RATES } from '../../../domain/rooms/roomRates.ts';
import { addDays, longDate, weekdayName } from '../../../domain/time/calendar.ts';
import { clockTime, slotsIn, SLOTS_PER_DAY } from '../../../domain/time/slots.ts';
import type { DeskRoom } from '../../../machines/desk/roomFlows.ts';
import { useResource } from '../../app/system/resource.ts';
import { Rates } from '../../rooms/exports.ts';
import { useFocusParentOnUnmount } from '../../ui/fields/useFocusParentOnUnmount.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { type BoundForm, useForm } from '../../ui/form/useForm.ts';
import { PlusIcon } from '../../ui/icons/pages.tsx';
import { FieldGroup, GroupError, Legend, Note } from '../ui/contentParts.ts';
import { DateInput } from '../ui/DateInput.tsx';
import { EditForm } from '../ui/EditForm.tsx';
import { Panel } from '../ui/Panel.tsx';
import { StaleEdit, withoutStaleFailure } from '../ui/StaleEdit.tsx';
import { useDeskFlow } from '../useDeskFlow.ts';
import { FuturePrice } from './FuturePrice.tsx';

const Days = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(4.75rem, 1fr))',
});

const Times = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  gap: theme.spacing(1.5),
}));

/** The fields of a rate. `row`: the number in their names. */
interface Row {
  readonly row: number;
  readonly weekdays: readonly number[];
  readonly start: number;
  readonly end: number;
  readonly price: string;
}

const rowOf = ({ weekdays, start, end, pricePerHour }: Rate, row: number): Row => ({
  row,
  weekdays,
  start,
  end,
  price: String(pricePerHour / 100),
});

/** As most rooms use it first: another price at the weekend. */
const newRow = (row: number, isFirst: boolean): Row => ({
  row,
  weekdays: isFirst ? [5, 6] : [],
  start: 0,
  end: SLOTS_PER_DAY,
  price: '',
});

const isComplete = ({ weekdays, start, end, price }: Row): boolean =>
  weekdays.length > 0 && start < end && isPricePerHour(parsePricePerHour(price));

const rateOfRow = ({ weekdays, start, end, price }: Row): Rate => ({
  weekdays,
  start,
  end,
  pricePerHour: parsePricePerHour(price),
});

const rateList = (rates: readonly Rate[]): string =>
  rates.length === 0 ? 'The price per hour at all times' : rates.map(rateText).join('; ');

/** Also before their first day. */
const latestRates = ({ rates = [], laterRates = [] }: DeskRoom): readonly Rate[] =>
  laterRates.at(-1)?.rates ?? rates;

interface Props {
  readonly room: DeskRoom;
  /** IST date. */
  readonly today: string;
}

/** Other prices per hour by weekday and time of day. */
export function RatesPanel({ room, today }: Props) {
  const form = useForm(useDeskFlow('setRates'), { record: room });
  const { refresh } = useResource(useDeskFlow('deskRooms'), 'all');
  const removing = useForm(useDeskFlow('removeRates'));
  const record = form.record ?? room;
  return (
    <Panel title="Prices by time">
      <Typography>{rateList(room.rates ?? [])}</Typography>
      {room.laterRates?.map(({ fromDay, rates }) => (
        <FuturePrice
          key={fromDay}
          text={`From ${longDate(fromDay)}: ${rateList(rates)}`}
          isBusy={removing.isBusy}
          onRemove={() => removing.send({ id: String(room.id), version: String(room.version), fromDay })}
        />
      ))}
      <FailureAlert failure={withoutStaleFailure(removing).failure} />
      <StaleEdit failure={removing.failure} shownVersion={room.version} onReload={refresh} />
      <EditForm
        form={form}
        record={form.record}
        onReload={form.reload}
        submitLabel="Set prices by time"
        variant="outlined"
      >
        <RateRows form={form} room={record} />
        <DateInput
          label="First day"
          initial={addDays(today, 1)}
          bounds={{ first: today, last: addDays(today, MAX_PRICE_DAYS_AHEAD) }}
          {...form.bind('fromDay')}
        />
        <Typography variant="body2">
          They replace all prices by time for bookings made from this day on. Existing bookings and checkouts
          in progress keep their price. An hour costs one Lit point at any price.
        </Typography>
      </EditForm>
    </Panel>
  );
}

function RateRows({ form, room }: { form: BoundForm; room: DeskRoom }) {
  const [rows, setRows] = useState<readonly Row[]>(() => latestRates(room).map(rowOf));
  const { errors } = form;
  const change = (changed: Row) => setRows(rows.map((each) => (each.row === changed.row ? changed : each)));
  const freeRow = slotsIn({ start: 0, end: MAX_RATES }).find((row) => rows.every((each) => each.row !== row));
  const shown = rows.filter(isComplete).map(rateOfRow);
  return (
    <>
      {rows.map((row, nth) => (
        <RateRow
          key={row.row}
          form={form}
          row={row}
          nth={nth}
          onChange={change}
          onRemove={() => setRows(rows.filter((each) => each !== row))}
        />
      ))}
      {errors['rates'] && <GroupError>{errors['rates']}</GroupError>}
      {freeRow !== undefined && (
        <Button
          variant="text"
          size="small"
          startIcon={<PlusIcon />}
          aria-disabled={form.isBusy}
          onClick={form.isBusy ? undefined : () => setRows([...rows, newRow(freeRow, rows.length === 0)])}
          sx={{ alignSelf: 'start', justifySelf: 'start' }}
        >
          Add a price
        </Button>
      )}
      <Stack role="group" aria-label="What customers see" sx={{ gap: 1 }}>
        <Note>{shown.length > 0 ? 'Customers see:' : 'Customers see one price for all times.'}</Note>
        <Rates room={{ ...room, rates: shown }} />
      </Stack>
    </>
  );
}

interface RowProps {
  readonly form: BoundForm;
  readonly row: Row;
  readonly nth: number;
  readonly onChange: (row: Row) => void;
  readonly onRemove: () => void;
}

function RateRow({ form: { bind, errors, isBusy }, row, nth, onChange, onRemove }: RowProps) {
  const ref = useFocusParentOnUnmount<HTMLFieldSetElement>();
  const name = `rate ${row.row}`;
  const daysError = errors[`${name} days`];
  const change = (field: string, changed: Partial<Row>) => {
    onChange({ ...row, ...changed });
    bind(`${name} ${field}`).onChange();
  };
  const times = (['start', 'end'] as const).map((field) => (
    <TextField
      key={field}
      select
      label={field === 'start' ? 'From' : 'To'}
      disabled={isBusy}
      {...bind(`${name} ${field}`)}
      value={String(row[field])}
      onChange={({ target }) => change(field, { [field]: Number(target.value) })}
    >
      {slotsIn({ start: 0, end: SLOTS_PER_DAY })
        .map((slot) => (field === 'start' ? slot : slot + 1))
        .map((slot) => (
          <MenuItem key={slot} value={String(slot)}>
            {slot === SLOTS_PER_DAY ? 'Midnight' : clockTime(slot)}
          </MenuItem>
        ))}
    </TextField>
  ));
  return (
    <FieldGroup
      ref={ref}
      name={`${name} days`}
      tabIndex={-1}
      aria-describedby={daysError && `${name} wrong`.replaceAll(' ', '-')}
    >
      <Legend>{`Price ${nth + 1}`}</Legend>
      <Stack sx={{ gap: 1.5 }}>
        <Days>
          {slotsIn({ start: 0, end: 7 }).map((day) => (
            <FormControlLabel
              key={day}
              label={weekdayName(day).slice(0, 3)}
              control={
                <Checkbox
                  size="small"
                  name={`${name} weekday ${day}`}
                  value="1"
                  checked={row.weekdays.includes(day)}
                  onChange={(_event, isOn) =>
                    change('days', {
                      weekdays: [...row.weekdays.filter((each) => each !== day), ...(isOn ? [day] : [])],
                    })
                  }
                  slotProps={{ input: { 'aria-label': weekdayName(day) } }}
                />
              }
            />
          ))}
        </Days>
        {daysError && <GroupError id={`${name} wrong`.replaceAll(' ', '-')}>{daysError}</GroupError>}
        <Times>{times}</Times>
        <TextField
          label="Price per hour, without tax"
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          {...bind(`${name} price`)}
          value={row.price}
          onChange={({ target }) => change('price', { price: target.value })}
        />
        <Button
          size="small"
          variant="text"
          aria-label={`Remove price ${nth + 1}`}
          aria-disabled={isBusy}
          onClick={isBusy ? undefined : onRemove}
          sx={{ alignSelf: 'start' }}
        >
          Remove
        </Button>
      </Stack>
    </FieldGroup>
  );
}
