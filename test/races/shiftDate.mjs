// This module is preloaded into a server process and shifts its Date by DATE_WRONG_BY_MS milliseconds.
const wrongBy = Number(process.env.DATE_WRONG_BY_MS);
const RightDate = Date;

globalThis.Date = class Date extends RightDate {
  /** @param {any[]} parts */
  constructor(...parts) {
    // @ts-expect-error The original constructor has several signatures.
    super(...(parts.length === 0 ? [RightDate.now() + wrongBy] : parts));
  }
  static now() {
    return RightDate.now() + wrongBy;
  }
};
