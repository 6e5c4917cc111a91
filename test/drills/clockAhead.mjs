// @ts-check
// This module is preloaded into a server of a drill and sets its Date ahead by CLOCK_AHEAD_MS milliseconds.
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);

globalThis.Date = new Proxy(Date, {
  construct: (system, values, target) =>
    Reflect.construct(system, values.length === 0 ? [system.now() + aheadMs] : values, target),
  get: (system, name) => (name === 'now' ? () => system.now() + aheadMs : Reflect.get(system, name)),
});
