/** Whether this is a run of `npm run test:full`, which takes every transition in the browser and runs the longer tests. */
export const isFullRun = process.env['FULL_TESTS'] === '1';
