import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import type { DeskEvent } from '../../../contract/deskEvents.ts';
import { canonicalJson } from '../../../domain/canonicalJson.ts';
import { dateAt, longDate } from '../../../domain/calendar.ts';
import { clockTime, parseSlotTime, SLOTS_PER_DAY } from '../../../domain/slots.ts';
import { PlusIcon } from '../../icons/pages.tsx';
import { useFlow } from '../../system/flows.ts';
import { useResource } from '../../system/resource.ts';
import { DateInput } from '../DateInput.tsx';
import { DeskDialog } from '../DeskDialog.tsx';
import { DeskFormDialog } from '../DeskFormDialog.tsx';
import { DeskLoading } from '../DeskLoading.tsx';
import { DeskTable } from '../DeskTable.tsx';
import { EditForm } from '../EditForm.tsx';
import { Panel } from '../Panel.tsx';
import { StaleEdit } from '../StaleEdit.tsx';
import { TimeField } from '../TimeFields.tsx';
import { useEdited } from '../useEdited.ts';
import { useFormOfDialog } from '../useFormOfDialog.ts';
import { withoutStaleFailure } from '../withoutStaleFailure.ts';

const Page = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(3),
  maxWidth: '64rem',
}));

const slotOf = (time: string | null, otherwise: number): number =>
  (time === null ? null : parseSlotTime(time)) ?? otherwise;

const endOf = (time: string | null): string => {
  const slot = slotOf(time, SLOTS_PER_DAY);
  return slot === SLOTS_PER_DAY || slot === 0 ? 'midnight' : clockTime(slot);
};

function timesOf({ date, start_time, end_time }: DeskEvent): string {
  if (date === null) return 'No day yet';
  return `${longDate(date)}, ${clockTime(slotOf(start_time, 0))} to ${endOf(end_time)}`;
}

/** The events, which are in the list of the API; the site does not show them. `now`: milliseconds since 1970. */
export function EventsView({ now }: { now: () => number }) {
  const resource = useResource('deskEvents', 'all');
  const { data: events, state, isBusy } = resource;
  const [editedId, setEdited] = useState<DeskEvent['id'] | 'new' | null>(null);
  const edited = events?.find(({ id }) => id === editedId);
  const [removedId, setRemoved] = useState<DeskEvent['id'] | null>(null);
  const removed = events?.find(({ id }) => id === removedId);
  const categories = [...new Set(events?.map(({ category }) => category) ?? [])].toSorted();
  return (
    <Page data-flow="deskEvents" data-state={state} aria-busy={isBusy}>
      <Panel title="All events">
        <p className="soft">
          They are in the list that other programs read. The site does not show them yet.
        </p>
        <DeskLoading of={resource} />
        {events?.length === 0 && <p>There are no events yet.</p>}
        {events && events.length > 0 && (
          <DeskTable
            label="Events"
            columns={['Event', 'Category', 'When', 'Where', 'To do']}
            rows={events.map((event) => ({
              key: event.id,
              cells: [
                event.title || `Event ${event.id}`,
                event.category,
                timesOf(event),
                event.place,
                <span key="ways">
                  <Button
                    size="small"
                    variant="text"
                    aria-label={`Change ${event.title}`}
                    onClick={() => setEdited(event.id)}
                  >
                    Change
                  </Button>
                  <Button
                    size="small"
                    variant="text"
                    color="error"
                    aria-label={`Remove ${event.title}`}
                    onClick={() => setRemoved(event.id)}
                  >
                    Remove
                  </Button>
                </span>,
              ],
            }))}
          />
        )}
        <div className="ways">
          <Button startIcon={<PlusIcon />} onClick={() => setEdited('new')}>
            Add an event
          </Button>
        </div>
      </Panel>
      {(edited ?? editedId === 'new') && (
        <EventDialog
          event={edited ?? null}
          categories={categories}
          today={dateAt(now())}
          onClose={() => setEdited(null)}
        />
      )}
      {removed && <RemoveDialog event={removed} onClose={() => setRemoved(null)} />}
    </Page>
  );
}

interface EventDialogProps {
  readonly event: DeskEvent | null;
  readonly categories: readonly string[];
  readonly today: string;
  readonly onClose: () => void;
}

function EventDialog({ event: present, categories, today, onClose }: EventDialogProps) {
  const form = useFormOfDialog(useFlow('saveEvent'), onClose);
  const { refresh, isBusy: isLoading } = useResource('deskEvents', 'all');
  const { of: event, round, reloaded } = useEdited(present, canonicalJson, isLoading);
  const { isBusy, bind } = form;
  const listId = useId();
  const reload = () => {
    reloaded();
    refresh();
  };
  return (
    <DeskDialog title={event ? 'Change the event' : 'Add an event'} onClose={onClose}>
      <EditForm
        form={form}
        of={event}
        onReload={reload}
        canOverwrite
        round={round}
        submits="Save the event"
        leaves={{ text: 'Not now', onClick: onClose }}
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
        <div className="pair">
          <DateInput label="Day" initial={event?.date ?? today} {...bind('day')} />
          <TimeField
            bind={bind}
            isBusy={isBusy}
            name="start_time"
            label="From"
            initial={slotOf(event?.start_time ?? null, 36)}
            first={0}
          />
          <TimeField
            bind={bind}
            isBusy={isBusy}
            name="end_time"
            label="To"
            initial={slotOf(event?.end_time ?? null, 40) || SLOTS_PER_DAY}
            first={1}
          />
        </div>
        <TextField label="Place" defaultValue={event?.place ?? ''} {...bind('place')} />
        <TextField label="Summary" multiline defaultValue={event?.summary ?? ''} {...bind('summary')} />
      </EditForm>
    </DeskDialog>
  );
}

function RemoveDialog({ event, onClose }: { event: DeskEvent; onClose: () => void }) {
  const form = useFormOfDialog(useFlow('removeEvent'), onClose);
  const { refresh } = useResource('deskEvents', 'all');
  return (
    <DeskFormDialog
      title="Remove the event"
      about={
        <p>
          {event.title || `Event ${event.id}`}, {timesOf(event)}: it is in the list no more.
        </p>
      }
      onClose={onClose}
      form={withoutStaleFailure(form)}
      hidden={{ id: event.id, version: event.version }}
      submits="Remove it"
      color="error"
    >
      <StaleEdit failure={form.failure} shown={event.version} onReload={refresh} />
      <TextField label="Reason" {...form.bind('reason')} />
    </DeskFormDialog>
  );
}
