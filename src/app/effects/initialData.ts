import type { InitialData } from '../../../machines/engine/visit.ts';

/** The id of the element in a prerendered page that holds its initial data. */
export const INITIAL_DATA_ID = 'initial-data';

/** The data that the page was prerendered with; empty for a page that the browser renders. */
export function readInitialData(): InitialData {
  const text = document.getElementById(INITIAL_DATA_ID)?.textContent;
  return text ? (JSON.parse(text) as InitialData) : {};
}
