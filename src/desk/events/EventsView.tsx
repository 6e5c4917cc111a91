import Stack from '@mui/material/Stack';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { DeskEvent } from '../../../machines/desk/eventFlows.ts';
import { dateAt, longDate } from '../../../domain/time/calendar.ts';
import { WHOLE_DAY } from '../../../domain/time/openingHours.ts';
import { clockTime, SLOTS_PER_DAY } from '../../../domain/time/slots.ts';
import { type BoundForm, useForm } from '../../ui/form/useForm.ts';
import { PlusIcon } from '../../ui/icons/pages.tsx';
import { useDeskFlow } from '../useDeskFlow.ts';
import { useResource } from '../../app/system/resource.ts';
import { DateInput } from '../ui/DateInput.tsx';
import { DeskDialog } from '../ui/DeskDialog.tsx';
import { DeskFormDialog } from '../ui/DeskFormDialog.tsx';
import { DeskLoading } from '../DeskLoading.tsx';
import { DeskTable } from '../ui/DeskTable.tsx';
import { EditForm } from '../ui/EditForm.tsx';
import { Panel } from '../ui/Panel.tsx';
import { StaleEdit, withoutStaleFailure } from '../ui/StaleEdit.tsx';
import { TimeField } from '../ui/TimeFields.tsx';
import { FieldPair, Note } from '../ui/contentParts.ts';
import { ButtonRow } from '../../ui/layout/ButtonRow.ts';

function whenText({ date, range }: DeskEvent): string {
  if (date === null) return 'No day yet';
  const { start, end } = range ?? WHOLE_DAY;
  return `${longDate(date)}, ${clockTime(start)} to ${end === SLOTS_PER_DAY ? 'midnight' : clockTime(end)}`;
}

/** The events of the API's list. `now`: the server's clock, milliseconds since 1970. */
export function EventsView({ now }: { now: () => number }) {
  const resource = useResource(useDeskFlow('deskEvents'), 'all');
  const { data: events, state, isBusy, refresh } = resource;
  const edit = useForm(useDeskFlow('saveEvent'));
  const remove = useForm(useDeskFlow('removeEvent'));
  const current = ({ record }: BoundForm<DeskEvent>) => events?.find(({ id }) => id === record?.id);
  const removed = current(remove);
  const categories = [...new Set(events?.map(({ category }) => category) ?? [])].toSorted();
  return (
    <Stack sx={{ gap: 3, maxWidth: '64rem' }} data-flow="deskEvents" data-state={state} aria-busy={isBusy}>
      <Panel title="All events">
        <Note>
          The events page of the site shows those whose day is not over. Other programs read the whole list.
        </Note>
        <DeskLoading resource={resource} />
        {events?.length === 0 && <Typography>There are no events yet.</Typography>}
        {events && events.length > 0 && (
          <DeskTable
            label="Events"
            columns={['Event', 'Category', 'When', 'Where', 'Actions']}
            rows={events.map((event) => ({
              key: event.id,
              cells: [
                event.title || `Event ${event.id}`,
                event.category,
                whenText(event),
                event.place,
                <span key="ways">
                  <Button
                    size="small"
                    variant="text"
                    aria-label={`Change ${event.title}`}
                    onClick={() => edit.open(event)}
                  >
                    Change
                  </Button>
                  <Button
                    size="small"
                    variant="text"
                    color="error"
                    aria-label={`Remove ${event.title}`}
                    onClick={() => remove.open(event)}
                  >
                    Remove
                  </Button>
                </span>,
              ],
            }))}
          />
        )}
        <ButtonRow>
          <Button startIcon={<PlusIcon />} onClick={() => edit.open()}>
            Add an event
          </Button>
        </ButtonRow>
      </Panel>
      {edit.isOpen && (edit.record === null || current(edit)) && (
        <EventDialog form={edit} categories={categories} today={dateAt(now())} />
      )}
      {remove.isOpen && removed && <RemoveDialog form={remove} event={removed} onReload={refresh} />}
    </Stack>
  );
}

interface EventDialogProps {
  readonly form: BoundForm<DeskEvent>;
  readonly categories: readonly string[];
  readonly today: string;
}

function EventDialog({ form, categories, today }: EventDialogProps) {
  const { record: event, isBusy, bind, dismiss } = form;
  const listId = useId();
  return (
    <DeskDialog title={event ? 'Change the event' : 'Add an event'} onClose={dismiss}>
      <EditForm
        form={form}
        record={event}
        onReload={form.reload}
        canOverwrite
        submitLabel="Save the event"
        cancel={{ label: 'Not now', onClick: dismiss }}
      >
        <TextField label="Title" required defaultValue={event?.title ?? ''} {...bind('title')} />
        <TextField
          label="Category"
          required
          defaultValue={event?.category ?? ''}
          slotProps={{ htmlInput: { list: listId } }}
          {...bind('category')}
        />
        <datalist id={listId}>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </datalist>
        <FieldPair>
          <DateInput label="Day" initial={event?.date ?? today} {...bind('day')} />
          <TimeField
            bind={bind}
            isBusy={isBusy}
            name="startTime"
            label="From"
            initial={event?.range?.start ?? 36}
            first={0}
          />
          <TimeField
            bind={bind}
            isBusy={isBusy}
            name="endTime"
            label="To"
            initial={event?.range?.end ?? 40}
            first={1}
          />
        </FieldPair>
        <TextField label="Place" defaultValue={event?.place ?? ''} {...bind('place')} />
        <TextField label="Summary" multiline defaultValue={event?.summary ?? ''} {...bind('summary')} />
      </EditForm>
    </DeskDialog>
  );
}

interface RemoveDialogProps {
  readonly form: BoundForm<DeskEvent>;
  readonly event: DeskEvent;
  readonly onReload: () => void;
}

function RemoveDialog({ form, event, onReload }: RemoveDialogProps) {
  return (
    <DeskFormDialog
      title="Remove the event"
      description={
        <Typography>
          {`${event.title || `Event ${event.id}`}, ${whenText(event)}: it will be removed from the list.`}
        </Typography>
      }
      form={withoutStaleFailure(form)}
      hiddenFields={{ id: event.id, version: event.version }}
      submitLabel="Remove it"
      color="error"
    >
      <StaleEdit failure={form.failure} shownVersion={event.version} onReload={onReload} />
      <TextField label="Reason" {...form.bind('reason')} />
    </DeskFormDialog>
  );
}
