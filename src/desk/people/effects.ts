import type {
  BookingInList as ApiBookingInList,
  PeopleResponse,
  PersonResponse,
} from '../../../contract/desk/people.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { stateOf } from '../../../domain/bookings/bookingStates.ts';
import { parseAmount, withPaise } from '../../../domain/money/amounts.ts';
import { camelCased, snakeCased } from '../../../domain/text/camelCased.ts';
import { ranged } from '../../../domain/time/apiTimes.ts';
import type { FormEntry } from '../../../machines/engine/form/form.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';
import { saveAs } from '../../app/effects/saveAs.ts';
import { fetchFile } from '../effects/fetchFile.ts';

const bookingInListOf = <Value extends ApiBookingInList>({
  state: _state,
  status: _status,
  paid_with,
  amount,
  ...booking
}: Value) => ({
  ...ranged(booking),
  amount: parseAmount(paid_with, amount),
  state: stateOf({ state: _state, status: _status }),
});

export function createPeopleEffects(authenticatedRequest: Send): DeskEffects['people'] {
  const post = (url: string) => async (entry: FormEntry) => {
    await authenticatedRequest({ method: 'post', url, data: snakeCased(entry) });
  };
  return {
    async find(search, signal) {
      const call = { url: deskPaths.people, params: { search }, signal };
      const { bookings, papers, ...found } = await authenticatedRequest<PeopleResponse>(call);
      return {
        ...camelCased(found),
        ...(bookings && { bookings: bookings.map(bookingInListOf) }),
        ...(papers && { papers: papers.map(withPaise) }),
      };
    },
    async person(user_id, signal) {
      const call = { url: deskPaths.person, params: { user_id }, signal };
      const { bookings, papers, ...person } = (await authenticatedRequest<PersonResponse>(call)).data;
      return {
        ...camelCased(person),
        bookings: bookings.map(bookingInListOf),
        papers: papers.map(withPaise),
      };
    },
    setMembership: post(deskPaths.membership),
    confirmAgain: post(deskPaths.confirmAgain),
    addAddress: post(deskPaths.addAddress),
    closePerson: post(deskPaths.closePerson),
    block: post(deskPaths.blockPerson),
    grant: post(deskPaths.grantPoints),
    correct: post(deskPaths.correctPoints),
    async exportPoints({ from = '', to = '' }) {
      const content = await fetchFile(authenticatedRequest, deskPaths.exportPoints, { from, to });
      saveAs(content, `points-${from}-${to}.csv`);
    },
  };
}
