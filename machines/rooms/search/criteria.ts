import { assign, emit } from 'xstate';
import { DEFAULT_SEARCH_START, parseSlotTime } from '../../../domain/time/slots.ts';
import { durationSlots } from '../../../domain/rooms/searchParams.ts';
import type { City } from '../../../domain/rooms/city.ts';
import { sendToFlow } from '../../engine/system.ts';
import type { SearchCriteria, SearchFields } from './events.ts';
import { formSetup } from './form.ts';
import type { SearchContext } from './setup.ts';

function criteriaOf(fields: SearchFields): SearchCriteria {
  const start = parseSlotTime(fields.startTime) ?? DEFAULT_SEARCH_START;
  const slots = durationSlots(fields.duration);
  return {
    date: fields.date,
    headcount: Number(fields.headcount),
    city: fields.location as City,
    startSlot: start,
    ...(slots !== null && { requestedRange: { start, end: start + slots } }),
  };
}

const isSameSearch = (a: SearchCriteria, b: SearchCriteria): boolean =>
  a.date === b.date &&
  a.headcount === b.headcount &&
  a.city === b.city &&
  a.startSlot === b.startSlot &&
  a.requestedRange?.end === b.requestedRange?.end;

export const isSearchEdited = ({ criteria, fields }: SearchContext): boolean =>
  criteria !== null && !isSameSearch(criteria, criteriaOf(fields));

/** The criteria of the shown rooms, which the rooms machine receives. */
export const criteriaSetup = formSetup.extend({
  guards: {
    isEdited: ({ context }) => isSearchEdited(context),
    areResultsPast: ({ context: { criteria, today } }) =>
      criteria !== null && today !== null && criteria.date < today,
  },
  actions: {
    apply: assign({ criteria: ({ context }) => criteriaOf(context.fields), errors: {} }),
    /** No slot of a past day can be booked. */
    dropResults: assign({
      listedHeadcount: ({ context }) => context.criteria?.headcount ?? context.listedHeadcount,
      criteria: null,
    }),
    announce: sendToFlow('rooms', ({ context }) => ({
      type: 'rooms.searched' as const,
      criteria: criteriaOf(context.fields),
    })),
    announceEdit: sendToFlow('rooms', { type: 'rooms.searchEdited', isEdited: true }),
    announceRestored: sendToFlow('rooms', { type: 'rooms.searchEdited', isEdited: false }),
    announceEnd: sendToFlow('rooms', { type: 'rooms.searchEnded' }),
    emitShown: emit({ type: 'searchShown' }),
  },
});
