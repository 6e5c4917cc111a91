import type { PeopleResponse, PersonResponse } from '../../../contract/desk/people.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';
import { saveAs } from '../../app/effects/saveAs.ts';
import { fetchFile } from '../fetchFile.ts';

/** The API calls of the people section. */
export function createPeopleEffects(authenticatedRequest: Send): DeskEffects['people'] {
  const post = (url: string) => async (data: object) => {
    await authenticatedRequest({ method: 'post', url, data });
  };
  return {
    find: (search, signal) =>
      authenticatedRequest<PeopleResponse>({ url: deskPaths.people, params: { search }, signal }),
    person: async (user_id, signal) =>
      (await authenticatedRequest<PersonResponse>({ url: deskPaths.person, params: { user_id }, signal }))
        .data,
    setMembership: post(deskPaths.membership),
    confirmAgain: post(deskPaths.confirmAgain),
    block: post(deskPaths.blockPerson),
    grant: post(deskPaths.grantPoints),
    correct: post(deskPaths.correctPoints),
    async exportPoints({ from = '', to = '' }) {
      const content = await fetchFile(authenticatedRequest, deskPaths.exportPoints, { from, to });
      saveAs(content, `points-${from}-${to}.csv`);
    },
  };
}
