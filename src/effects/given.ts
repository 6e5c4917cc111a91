import type { GivenData } from '../../machines/rootSetup.ts';

/** The element of a prerendered page that holds the data it was made with. */
export const GIVEN_ID = 'given';

/** The data that the page was prerendered with; nothing for a page drawn in the browser. */
export function readGiven(): GivenData {
  const text = document.getElementById(GIVEN_ID)?.textContent;
  return text ? (JSON.parse(text) as GivenData) : {};
}
