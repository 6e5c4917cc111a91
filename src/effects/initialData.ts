import type { InitialData } from '../../machines/visit.ts';

/** The element of a prerendered page that holds the data it was made with. */
export const INITIAL_DATA_ID = 'initial-data';

/** The data that the page was prerendered with; nothing for a page drawn in the browser. */
export function readInitialData(): InitialData {
  const text = document.getElementById(INITIAL_DATA_ID)?.textContent;
  return text ? (JSON.parse(text) as InitialData) : {};
}
