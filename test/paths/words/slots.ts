import { clockTime, type SlotRange } from '../../../domain/time/slots.ts';
import type { SlotsContext } from '../../../machines/rooms/slots/setup.ts';
import { room, TODAY } from '../../fixtures/booking.ts';
import { slots as model } from '../models/slots.ts';
import type { Step } from '../paths.ts';
import { heading, meanwhile, type as typeText } from './phrases.ts';
import type { Act, PathWords, Sight, StepInContext } from './words.ts';

/* The slots of a room: the day, its taken slots, and the visitor's selection. */

const ranges: Readonly<Record<number, string>> = { 18: '9:00 to 9:30 AM', 20: '10:00 to 10:30 AM' };
const rangeOf = (slot: unknown): string => ranges[Number(slot)] ?? `the slot ${String(slot)}`;
const HALF_PAST_NINE = '9:30–10:30 AM';
const CHANGED = 'You have changed the search';

const contextOf = ({ context }: Pick<Step, 'context'>): SlotsContext => context as SlotsContext;
/** The rooms are hidden, because the form has been changed since the day was loaded. */
const isHidden = (state: string): boolean => state.includes('search.edited');

const inRoom = (content: string): Sight => ({
  words: `At “${room.roomName}” it says “${content}”`.concat(content.endsWith('.') ? '' : '.'),
  check: (person) => person.seesInRoom(content),
});
const noRoom: Sight = { words: 'No rooms are shown.', check: (person) => person.doesNotSee(person.room) };
const taken = (range: string): Sight => ({
  words: `${range} is taken.`,
  check: (person) => person.seesSlot(range, { isTaken: true }),
});
const selected = (range: string, isSelected: boolean): Sight => ({
  words: `${range} is ${isSelected ? '' : 'not '}selected.`,
  check: (person) => person.seesSlot(range, { isSelected }),
});
const atRooms: Sight = {
  words: 'You are at the meeting rooms.',
  check: (person) => person.seesPage('/meeting-room'),
};

/** Slots can be selected, and the page shows the effect of the last event. */
function day(step: StepInContext): readonly Sight[] {
  const { event, earlier, from, state } = step;
  const { selection } = contextOf(step);
  const last = earlier.at(-1);
  const isCleared = last !== undefined && contextOf(last).selection.length > 0 && selection.length === 0;
  const isChoiceLost = isCleared && !from?.includes('selection.preselected');
  if (event?.type === 'slots.searchEdited') {
    const isEdited = event['isEdited'] === true;
    return [
      {
        words: `The page ${isEdited ? 'says' : 'no longer says'} “${CHANGED}”.`,
        check: (person) =>
          isEdited ? person.seesStatus(CHANGED) : person.doesNotSee(person.page.getByText(CHANGED)),
      },
    ];
  }
  if (isHidden(state)) return [noRoom];
  if (event?.type === 'slots.bookPressed') {
    if (selection.length > 0) return [heading('Confirm your booking', 1), heading(room.roomName, 2)];
    return [...(isCleared ? [inRoom('No time chosen yet')] : []), atRooms];
  }
  return [
    taken('9:00 to 9:30 AM'),
    ...(event?.type === 'slots.rangeChosen'
      ? [selected('9:30 to 10:00 AM', true), inRoom('9:30 AM – 10:30 AM')]
      : []),
    ...(event?.type === 'slots.clicked' ? [selected(rangeOf(event['slot']), event['slot'] === 20)] : []),
    ...(isChoiceLost && event?.type.startsWith('xstate.done.')
      ? [taken('10:00 to 10:30 AM'), inRoom('No time chosen yet')]
      : []),
  ];
}

const search = (date: string, range: SlotRange | undefined): Act => ({
  words: [
    range
      ? `Choose “${clockTime(range.start)}” for “Start time” and “1 hour” for “Duration”`
      : 'Choose “Any” for “Duration”',
    `, type ${date === TODAY ? 'today’s date' : 'the date in four days'} into “Date”, and press “View Slots”.`,
  ].join(''),
  run: (person) => person.search(date, range && clockTime(range.start), range ? '1 hour' : 'Any'),
});

const loads =
  (isAgain: boolean) =>
  ({ event }: StepInContext): readonly Act[] => {
    const slots = event?.['output'] as readonly number[];
    return [
      meanwhile(
        `The server lists the taken times${isAgain ? ' again' : ''}: ${slots.map(rangeOf).join(' and ')}.`,
      ),
    ];
  };
const fails = (): readonly Act[] => [
  meanwhile('The server does not respond to the question for the taken times.'),
];

export const slots: PathWords = {
  name: 'slots',
  model,
  checkedRegion: 'day',
  about: [
    `The room “${room.roomName}” stands for any room. Its first times of today have started: begin at noon.`,
    'A taken time is one that another customer has booked before the server is asked.',
  ],
  start: ({ later }) =>
    later.some(({ event }) => event?.type === 'slots.cleared')
      ? `Log in, press “Book now” for 10:00 AM to 11:00 AM at “${room.roomName}”, load the page again, and go to the meeting rooms.`
      : 'Open the meeting rooms.',
  elsewhere: {
    'You have changed the search: press View Slots first':
      'no page shows rooms while the search form differs from the search in which they were found',
  },

  longPaths: {
    maxEvents: 15,
    canFollow: (earlier, { type, range }, _input, snapshot) => {
      const { selection, taken: takenSlots, requestedRange } = snapshot.context as SlotsContext;
      // The page hides the rooms of an earlier search.
      if (
        snapshot.matches({ search: 'edited' }) &&
        ['slots.clicked', 'slots.rangeChosen', 'slots.bookPressed'].includes(type)
      )
        return false;
      // The page offers free times only in a room where the requested time is taken.
      if (type === 'slots.rangeChosen')
        return requestedRange?.start === 18 && !takenSlots.includes(20) && (range as SlotRange).start === 19;
      // The booking that clears the selection began before a reload.
      if (type === 'slots.cleared') return earlier.length === 0;
      // Book now with a selection has opened the booking page.
      if (earlier.at(-1)?.type === 'slots.bookPressed' && selection.length > 0) return false;
      // The model's clock is fixed. After a change of day, other slots have started on the page than in the model.
      // The page's clock has then passed to the shown day, which ends if it is advanced once more.
      if (earlier.some((event) => event.type.includes('untilNextSlot')))
        return type.startsWith('xstate.') && !type.includes('untilNextSlot');
      return type !== 'slots.dateChosen' || !earlier.some((event) => event.type === 'slots.dayEnded');
    },
  },

  events: {
    'slots.dateChosen': ({ event }) => [
      search(String(event?.['date']), event?.['requestedRange'] as SlotRange | undefined),
    ],
    'slots.rangeChosen': () => [
      {
        words: `Press “${HALF_PAST_NINE}” at “${room.roomName}”.`,
        run: ({ room: card }) => card.getByRole('button', { name: HALF_PAST_NINE }).click(),
      },
    ],
    'slots.searchEdited': ({ event }) => {
      const isEdited = event?.['isEdited'] === true;
      return [
        {
          words: `${isEdited ? 'Raise' : 'Lower'} “Headcount” by one.`,
          run: async (person) => {
            const headcount = Number(await person.input('Headcount').inputValue());
            await typeText(String(headcount + (isEdited ? 1 : -1)), 'Headcount').run(person);
          },
        },
      ];
    },
    'slots.dayEnded': () => [meanwhile('Wait five days.')],
    'slots.clicked': ({ event }) => [
      {
        words: `Press ${rangeOf(event?.['slot'])} at “${room.roomName}”.`,
        run: (person) => person.clickSlot(rangeOf(event?.['slot'])),
      },
    ],
    'slots.outdated': ({ from = '' }) => {
      const name = `Try again to load the times of ${room.roomName}`;
      return from.includes('day.failed') && !isHidden(from)
        ? [{ words: 'Press “Try again”.', run: (person) => person.button(name).click() }]
        : [meanwhile('Lose the network and get it back, or wake the device from sleep.')];
    },
    'slots.bookPressed': () => [{ words: 'Press “Book now”.', run: (person) => person.pressBookNow() }],
    'slots.roomChanged': () => [
      {
        words: 'Press “About Us”, stay there for a minute, and press the browser’s Back button.',
        run: async (person) => {
          await person.page
            .getByRole('navigation', { name: 'Main' })
            .getByRole('link', { name: 'About Us' })
            .click();
          await person.seesPage('/about-us');
          await person.doesNotSee(person.room);
          await person.letHappen();
          await person.page.goBack();
        },
      },
    ],
    'slots.cleared': () => [
      {
        words:
          'Press the browser’s Back button and “CONFIRM”, wait for My bookings, and press “Meeting Rooms” at the foot of the page.',
        run: (person) => person.letHappen(),
      },
    ],
    'xstate.done.actor.loadTaken': loads(false),
    'xstate.error.actor.loadTaken': fails,
    'xstate.done.actor.refreshTaken': loads(true),
    'xstate.error.actor.refreshTaken': fails,
    'xstate.after.untilNextSlot.slots.day.ready.choosing': () => [
      meanwhile('Wait four days, until the shown day has begun.'),
    ],
  },

  states: {
    noDate: ({ event }) => [
      inRoom('Choose a date and press View Slots to see when this room is free.'),
      ...(event?.type === 'slots.bookPressed' ? [atRooms] : []),
    ],
    loading: ({ state }) =>
      isHidden(state)
        ? [noRoom]
        : [
            {
              words: `No times of “${room.roomName}” are shown yet.`,
              check: (person) => person.seesNoSlots(`Loading the times of ${room.roomName}`),
            },
          ],
    'ready.choosing': day,
    'ready.refreshing': day,
    failed: ({ state }) =>
      isHidden(state)
        ? [noRoom]
        : [
            inRoom('The times of this room could not be loaded.'),
            {
              words: 'There is “Try again”.',
              check: (person) => person.sees(person.room.getByRole('button', { name: /^Try again/ })),
            },
          ],
  },
};
