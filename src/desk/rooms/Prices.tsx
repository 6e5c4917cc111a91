import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { addDays, longDate } from '../../../domain/time/calendar.ts';
import { rupees } from '../../../domain/money/pricing.ts';
import { MAX_PRICE_DAYS_AHEAD } from '../../../domain/rooms/roomFields.ts';
import type { DeskRoom } from '../../../machines/desk/roomFlows.ts';
import { useResource } from '../../app/system/resource.ts';
import { FailureAlert } from '../../ui/form/FailureAlert.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { DateInput } from '../ui/DateInput.tsx';
import { EditForm } from '../ui/EditForm.tsx';
import { Panel } from '../ui/Panel.tsx';
import { StaleEdit, withoutStaleFailure } from '../ui/StaleEdit.tsx';
import { useDeskFlow } from '../useDeskFlow.ts';
import { FuturePrice } from './FuturePrice.tsx';

export function Prices({ room, today }: { room: DeskRoom; today: string }) {
  const form = useForm(useDeskFlow('setPrice'), { record: room });
  const { bind } = form;
  const { refresh } = useResource(useDeskFlow('deskRooms'), 'all');
  const removing = useForm(useDeskFlow('removePrice'));
  return (
    <Panel title="Price">
      <Typography>
        <strong>{rupees(room.pricePerHour)}</strong> an hour, tax not included
      </Typography>
      {room.prices.map(({ fromDay, pricePerHour }) => (
        <FuturePrice
          key={fromDay}
          text={`${rupees(pricePerHour)} from ${longDate(fromDay)}`}
          isBusy={removing.isBusy}
          onRemove={() =>
            removing.send({ id: String(room.id), version: String(room.version), fromDay: fromDay })
          }
        />
      ))}
      <FailureAlert failure={withoutStaleFailure(removing).failure} />
      <StaleEdit failure={removing.failure} shownVersion={room.version} onReload={refresh} />
      <EditForm
        form={form}
        record={form.record}
        onReload={form.reload}
        submitLabel="Set the price"
        variant="outlined"
      >
        <TextField
          label="Price per hour, without tax"
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          {...bind('pricePerHour')}
        />
        <DateInput
          label="First day"
          initial={addDays(today, 1)}
          bounds={{ first: today, last: addDays(today, MAX_PRICE_DAYS_AHEAD) }}
          {...bind('fromDay')}
        />
        <Typography variant="body2">
          It applies to bookings made from this day on. Existing bookings and checkouts in progress keep their
          price.
        </Typography>
      </EditForm>
    </Panel>
  );
}
