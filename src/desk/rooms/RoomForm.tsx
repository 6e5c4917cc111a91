import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Fragment, useState } from 'react';
import { useSelector } from '../../app/system/useSelector.ts';
import type { DeskRoom } from '../../../machines/desk/roomFlows.ts';
import { dateAt } from '../../../domain/time/calendar.ts';
import { DEFAULT_OPENING, type OpeningHours } from '../../../domain/time/openingHours.ts';
import { PLACEHOLDER_PICTURE } from '../../../domain/rooms/pictures.ts';
import { durationText } from '../../../domain/rooms/durations.ts';
import { slotsIn, SLOTS_PER_DAY } from '../../../domain/time/slots.ts';
import { AMENITIES, LAYOUTS, MAX_BUFFER_SLOTS } from '../../../domain/rooms/roomFields.ts';
import { slugOf } from '../../../domain/rooms/roomSlug.ts';
import { roomPath } from '../../../domain/content/sitePaths.ts';
import { countText } from '../../../domain/text/countText.ts';
import { type BoundForm, useForm } from '../../ui/form/useForm.ts';
import { ArrowLeftIcon } from '../../ui/icons/pages.tsx';
import { amenityName } from '../../../domain/rooms/roomTexts.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { useResource } from '../../app/system/resource.ts';
import { BookingLines } from '../ui/BookingLines.tsx';
import { DeskDialog } from '../ui/DeskDialog.tsx';
import { EditForm } from '../ui/EditForm.tsx';
import { Panel } from '../ui/Panel.tsx';
import { PicturesField } from '../pictures/exports.ts';
import { TimeField } from '../ui/TimeFields.tsx';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { FieldGroup, GroupError, Legend } from '../ui/contentParts.ts';
import { Prices } from './Prices.tsx';
import { RatesPanel } from './RatesPanel.tsx';

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(3),
  alignItems: 'start',
  maxWidth: '72rem',
  marginBlockStart: theme.spacing(2),
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 22rem' },
}));

const FieldsCard = styled(Card)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(2),
  padding: theme.spacing(2.5),
  '& .MuiFormHelperText-root': { margin: 0 },
}));

/** As many fields next to each other as fit. */
const Fields = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  gridTemplateColumns: 'repeat(auto-fit, minmax(12rem, 1fr))',
}));

const ShortFields = styled(Fields)({ gridTemplateColumns: 'repeat(auto-fit, minmax(8rem, 1fr))' });

const Day = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  gap: theme.spacing(1, 2),
  alignItems: 'end',
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '9rem minmax(0, 1fr) minmax(0, 1fr)' },
}));

const DEFAULT_WEEK: OpeningHours = Array.from({ length: 7 }, () => DEFAULT_OPENING);

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

interface Props {
  /** Null for a new room. */
  readonly room: DeskRoom | null;
  /** The server's clock, milliseconds since 1970. */
  readonly now: () => number;
}

export const RoomForm = ({ room, now }: Props) => (
  <>
    <Button href="/desk?view=rooms" variant="text" startIcon={<ArrowLeftIcon />}>
      All rooms
    </Button>
    <Columns>
      <RoomFields room={room} />
      {room && (
        <Stack sx={{ gap: 3 }}>
          <Prices room={room} today={dateAt(now())} />
          <RatesPanel room={room} today={dateAt(now())} />
          <SiteVisibility room={room} />
        </Stack>
      )}
    </Columns>
  </>
);

/** Without the placeholder. */
const picturesOf = (room: DeskRoom | null): DeskRoom['images'] =>
  room?.images.filter(({ image }) => image !== PLACEHOLDER_PICTURE) ?? [];

function RoomFields({ room: loaded }: Pick<Props, 'room'>) {
  const form = useForm(useDeskFlow('saveRoom'), { record: loaded });
  const { record: room, isBusy, errors, bind } = form;
  const isUploading = useSelector(useDeskFlow('roomPictures'), (snapshot) => snapshot.hasTag('busy'));
  const textField = (name: string, label: string, value: string | number | undefined, required = true) => (
    <TextField label={label} required={required} defaultValue={value ?? ''} {...bind(name)} />
  );
  const groupError = (name: string) =>
    errors[name] && <GroupError id={`${name}-wrong`}>{errors[name]}</GroupError>;
  return (
    <FieldsCard>
      <EditForm
        form={form}
        record={room}
        onReload={form.reload}
        canOverwrite
        isWaiting={isUploading}
        submitLabel={room ? 'Save the room' : 'Add the room'}
      >
        <Fields>
          {textField('roomName', 'Name', room?.roomName)}
          {textField('roomCapacity', 'Seats', room?.roomCapacity)}
          {!room && textField('pricePerHour', 'Price per hour, without tax', '')}
        </Fields>
        <TextField
          label="Description"
          multiline
          minRows={3}
          defaultValue={room?.description ?? ''}
          {...bind('description')}
          helperText={errors['description'] ?? 'For the page of the room. An empty line begins a paragraph.'}
        />
        <PicturesField initial={picturesOf(room)} error={errors['images']} />
        <FieldGroup>
          <Legend>Address</Legend>
          <Fields>
            {textField('floor', 'Floor', room?.location.floor, false)}
            {textField('buildingNo', 'Building', room?.location.buildingNo)}
            {textField('streetName', 'Street', room?.location.streetName)}
            {textField('areaName', 'Area', room?.location.areaName)}
            {textField('pincode', 'Pincode', room?.location.pincode)}
          </Fields>
        </FieldGroup>
        <FieldGroup>
          <Legend>Bookings</Legend>
          <Fields>
            <LengthField form={form} name="minSlots" label="Shortest booking" initial={room?.minSlots ?? 1} />
            <LengthField
              form={form}
              name="maxSlots"
              label="Longest booking"
              initial={room?.maxSlots ?? SLOTS_PER_DAY}
            />
            <TextField
              select
              label="Free after each booking"
              defaultValue={String(room?.bufferSlots ?? 0)}
              disabled={isBusy}
              {...bind('bufferSlots')}
              helperText={errors['bufferSlots'] ?? 'For bookings made from now on'}
            >
              {slotsIn({ start: 0, end: MAX_BUFFER_SLOTS + 1 }).map((slots) => (
                <MenuItem key={slots} value={String(slots)}>
                  {slots === 0 ? 'No time' : durationText(slots)}
                </MenuItem>
              ))}
            </TextField>
          </Fields>
        </FieldGroup>
        <FieldGroup
          name="amenities"
          tabIndex={-1}
          aria-describedby={errors['amenities'] && 'amenities-wrong'}
        >
          <Legend>Amenities</Legend>
          {AMENITIES.map((name) => (
            <FormControlLabel
              key={name}
              label={amenityName(name)}
              control={
                <Checkbox
                  name={`amenity ${name}`}
                  defaultChecked={room?.amenities.some((has) => has.name === name) ?? false}
                />
              }
            />
          ))}
          {groupError('amenities')}
        </FieldGroup>
        <FieldGroup name="layouts" tabIndex={-1} aria-describedby={errors['layouts'] && 'layouts-wrong'}>
          <Legend>Seats by layout</Legend>
          <ShortFields>
            {LAYOUTS.map((name) => (
              <TextField
                key={name}
                label={amenityName(name)}
                defaultValue={room?.layouts?.find((has) => has.name === name)?.seats ?? ''}
                slotProps={{ htmlInput: { inputMode: 'numeric' } }}
                {...bind(`seats ${name}`)}
              />
            ))}
          </ShortFields>
          {groupError('layouts')}
        </FieldGroup>
        <FieldGroup
          name="openingHours"
          tabIndex={-1}
          aria-describedby={errors['openingHours'] && 'openingHours-wrong'}
        >
          <Legend>Opening hours</Legend>
          <OpeningHoursFields form={form} initial={room?.openingHours ?? DEFAULT_WEEK} />
          {groupError('openingHours')}
        </FieldGroup>
        {!room && (
          <FormControlLabel
            label="Save it as a draft: visitors see it when you publish it"
            control={<Checkbox name="draft" value="1" />}
          />
        )}
      </EditForm>
    </FieldsCard>
  );
}

interface LengthFieldProps {
  readonly form: BoundForm;
  readonly name: string;
  readonly label: string;
  readonly initial: number;
}

const LengthField = ({ form: { bind, isBusy }, name, label, initial }: LengthFieldProps) => (
  <TextField select label={label} defaultValue={String(initial)} disabled={isBusy} {...bind(name)}>
    {slotsIn({ start: 1, end: SLOTS_PER_DAY + 1 }).map((slots) => (
      <MenuItem key={slots} value={String(slots)}>
        {slots === SLOTS_PER_DAY ? 'The whole day' : durationText(slots)}
      </MenuItem>
    ))}
  </TextField>
);

/** The hours of each weekday, Monday first, in fields without state: copying fills them in again. */
function OpeningHoursFields({
  form: { bind, isBusy, formRef },
  initial,
}: {
  form: BoundForm;
  initial: OpeningHours;
}) {
  const [copied, setCopied] = useState<{ readonly count: number; readonly week: OpeningHours } | null>(null);
  const copyMonday = () => {
    if (!formRef.current) return;
    const entry = new FormData(formRef.current);
    const monday = entry.has('open 0')
      ? { start: Number(entry.get('opens 0')), end: Number(entry.get('closes 0')) }
      : null;
    setCopied({ count: (copied?.count ?? 0) + 1, week: WEEKDAYS.map(() => monday) });
    bind('openingHours').onChange();
  };
  const week = copied?.week ?? initial;
  return (
    <Stack sx={{ gap: 1.5 }}>
      {WEEKDAYS.map((weekday, day) => {
        const hours = week[day] ?? null;
        return (
          <Fragment key={weekday}>
            <Day key={copied?.count ?? 0} role="group" aria-label={weekday}>
              <FormControlLabel
                label={weekday}
                sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
                control={<Checkbox name={`open ${day}`} defaultChecked={hours !== null} />}
              />
              <TimeField
                bind={bind}
                isBusy={isBusy}
                name={`opens ${day}`}
                label="Opens"
                initial={hours?.start ?? DEFAULT_OPENING.start}
                first={0}
              />
              <TimeField
                bind={bind}
                isBusy={isBusy}
                name={`closes ${day}`}
                label="Closes"
                initial={hours?.end ?? DEFAULT_OPENING.end}
                first={1}
              />
            </Day>
            {day === 0 && (
              <Button
                size="small"
                variant="outlined"
                aria-disabled={isBusy}
                onClick={isBusy ? undefined : copyMonday}
                sx={{ justifySelf: 'start', alignSelf: 'start' }}
              >
                Copy Monday’s hours to all days
              </Button>
            )}
          </Fragment>
        );
      })}
      <VisuallyHidden role="status">{copied ? 'All days have Monday’s hours' : ''}</VisuallyHidden>
    </Stack>
  );
}

/** The form's flow says whether its dialog is open. */
function SiteVisibility({ room }: { room: DeskRoom }) {
  const form = useForm(useDeskFlow('archiveRoom'));
  const { refresh } = useResource(useDeskFlow('deskRooms'), 'all');
  const open = () => {
    // The dialog lists the current bookings.
    refresh();
    form.open();
  };
  return (
    <Panel title="On the site">
      {room.archived ? (
        <Typography key="archived">
          {room.draft
            ? 'This room is a draft: visitors cannot see or book it until you publish it.'
            : 'This room is archived: it cannot be seen or booked. Its bookings are kept.'}
        </Typography>
      ) : (
        <Typography key="shown">
          Visitors see it on{' '}
          <Link href={roomPath(slugOf(room.roomName))} target="_blank" rel="noopener">
            its page
          </Link>
          .
        </Typography>
      )}
      {!room.archived && room.bookingsAhead > 0 && (
        <Typography>{`It has ${countText(room.bookingsAhead, 'upcoming booking')}.`}</Typography>
      )}
      <Button variant="outlined" onClick={open} sx={{ justifySelf: 'start' }}>
        <span>
          {room.draft ? 'Publish the room' : room.archived ? 'Put it back on the site' : 'Archive the room'}
        </span>
      </Button>
      {(form.state === 'editing' || form.state === 'sending') && (
        <ArchiveDialog room={room} form={form} onReload={refresh} />
      )}
    </Panel>
  );
}

interface ArchiveDialogProps {
  readonly room: DeskRoom;
  readonly form: BoundForm;
  readonly onReload: () => void;
}

/** Also asks whether to put an archived room back. Lists the upcoming bookings. */
function ArchiveDialog({ room, form, onReload }: ArchiveDialogProps) {
  const { errors, bind, dismiss } = form;
  const [title, explanation, submitLabel, cancelLabel] = room.draft
    ? [`Publish ${room.roomName}`, 'Visitors see it and can book it.', 'Publish it', 'Not now']
    : room.archived
      ? [`Put ${room.roomName} back`, 'Visitors see it again and can book it.', 'Put it back', 'Not now']
      : [
          `Archive ${room.roomName}`,
          'Visitors no longer see it and cannot book it. You can put it back at any time.',
          'Archive it',
          'Keep it on the site',
        ];
  return (
    <DeskDialog title={title} onClose={dismiss}>
      <Typography>{explanation}</Typography>
      {!room.archived && <UpcomingBookings room={room} />}
      <EditForm
        form={form}
        record={room}
        onReload={onReload}
        hiddenFields={{ archived: room.archived ? '0' : '1' }}
        submitLabel={submitLabel}
        cancel={{ label: cancelLabel, onClick: dismiss }}
      >
        {errors['roomName'] && <GroupError>{errors['roomName']}</GroupError>}
        <TextField label="Reason" {...bind('reason')} />
      </EditForm>
    </DeskDialog>
  );
}

/** The plan shows the other bookings. */
function UpcomingBookings({ room: { bookingsAhead: total, upcoming = [] } }: { room: DeskRoom }) {
  const hidden = total - upcoming.length;
  if (total === 0) return <Typography>It has no upcoming bookings.</Typography>;
  return (
    <div>
      <Typography variant="subtitle1" component="h3">
        {`${countText(total, 'upcoming booking')}, which ${total === 1 ? 'is' : 'are'} kept`}
      </Typography>
      <BookingLines
        label="Upcoming bookings"
        lines={upcoming.map((booking) => ({ ...booking, isBooking: true }))}
      />
      {hidden > 0 && (
        <p>
          <Link href={`/desk?date=${upcoming.at(-1)?.day ?? ''}`}>{`and ${hidden} more in the plan`}</Link>
        </p>
      )}
    </div>
  );
}
