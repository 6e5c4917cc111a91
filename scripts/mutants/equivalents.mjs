// @ts-check

/**
 * Equivalent mutants: changes that no test can notice, with the reason. `code`: the source line; `description`: the change as
 * `npm run mutants` prints it.
 * @typedef {{file: string, code: string, description: string, reason: string}} Equivalent
 */

/** @type {readonly Equivalent[]} */
export const equivalents = [
  {
    file: 'machines/checkout/setup.ts',
    code: "if (!('output' in event) || !context.selection) return false;",
    description: "&& in !('output' in event) || !context.selection",
    reason:
      'the condition is for the compiler: the guard is used only when a balance was loaded for a selection',
  },
  {
    file: 'machines/checkout/setup.ts',
    code: "if (!('output' in event) || !context.selection) return false;",
    description: 'true for false',
    reason:
      'the condition is for the compiler: the guard is used only when a balance was loaded for a selection',
  },
  {
    file: 'machines/checkout/setup.ts',
    code: "context.selection && 'error' in event",
    description: "|| in context.selection && 'error' in event",
    reason:
      'the condition is for the compiler: the action is used only when an order for a selection has failed',
  },
  {
    file: 'machines/checkout/setup.ts',
    code: 'clearSlots: sendToFlow(({ context }) => slotsId(context.selection?.room.id ?? 0), {',
    description: '1 for 0',
    reason: 'the 0 is for the compiler: the action is used only while there is a selection',
  },
  {
    file: 'domain/calendar.ts',
    code: 'return day <= 28 || day <= daysInMonth(Number(text.slice(0, 4)), Number(text.slice(5, 7)));',
    description: '< in day <= 28',
    reason: 'the mutant checks day 28 as well, which every month has',
  },
  {
    file: 'domain/slots.ts',
    code: 'if (start === null || last === null || close === null) return null;',
    description: '&& in start === null || last === null || close === null',
    reason: 'a last start or an end that is no time fails the comparison on the next line',
  },
  {
    file: 'domain/waitlist.ts',
    code: 'if (now < instantOf(day, EMAIL_HOURS.first)) return instantOf(day, EMAIL_HOURS.first);',
    description: '<= in now < instantOf(day, EMAIL_HOURS.first)',
    reason: 'at that instant both branches return the instant itself',
  },
  {
    file: 'domain/roomSlug.ts',
    code: 'return (2 * shared) / Math.max(1, pairsOfA.length + pairsOfB.length);',
    description: '3 for 2',
    reason: 'the similarities are only compared with each other, and all of them grow alike',
  },
  {
    file: 'domain/roomSlug.ts',
    code: 'return (2 * shared) / Math.max(1, pairsOfA.length + pairsOfB.length);',
    description: '2 for 1',
    reason: 'texts with fewer than two pairs together have none in common, and zero stays zero',
  },
  ...['<= in a < b', '2 for 1'].map((description) => ({
    file: 'domain/canonicalJson.ts',
    code: '? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))',
    description,
    reason: 'the names of an object differ, and only the sign of a comparison counts',
  })),
  ...['<= in GST_STATES[a] < GST_STATES[b]', '2 for 1'].map((description) => ({
    file: 'domain/gstStates.ts',
    code: 'GST_STATES[a] < GST_STATES[b] ? -1 : 1,',
    description,
    reason: 'the names of the states differ, and only the sign of a comparison counts',
  })),
  {
    file: 'domain/readingTime.ts',
    code: "Math.max(1, Math.round((text.match(/[\\p{L}\\p{N}’'-]+/gu)?.length ?? 0) / WORDS_PER_MINUTE));",
    description: '1 for 0',
    reason: 'a text without words and a text with one word both have the minimum of one minute',
  },
  {
    file: 'domain/slots.ts',
    code: 'const SLOT_TIMES = Array.from({ length: SLOTS_PER_DAY + 1 }, (_, slot) => {',
    description: '2 for 1',
    reason: 'the additional entry is for a slot that no day has and no code requests',
  },
  {
    file: 'server/payments/applyMove.ts',
    code: 'await sql`savepoint before_move`.execute(tx);',
    description: 'without await sql`savepoint before_move`.execute(tx);',
    reason:
      'whoever takes slots of a hold that has expired ends the hold first, so that a live move has all of its slots',
  },
  {
    file: 'server/payments/applyMove.ts',
    code: 'total_paise: (booking.total_paise ?? 0) + payment.amountPaise,',
    description: '1 for 0',
    reason: 'the 0 is for the compiler: only a booking that was paid by card is moved for money',
  },
  {
    file: 'server/payments/expire.ts',
    code: 'for (const id of postponedHolds.keys()) if (!expiredIds.has(id)) postponedHolds.delete(id);',
    description: 'without postponedHolds.delete(id);',
    reason: 'the statement only frees memory: a hold that was released does not expire again',
  },
  {
    file: 'server/payments/hold.ts',
    code: ".where('start_slot', '=', range.start)",
    description: "without  .where('end_slot', '=', range.end)",
    reason: 'a hold with the same start and the same total has the same end',
  },
  {
    file: 'server/payments/expire.ts',
    code: ".where('id', 'in', await seriesBookingIds(tx, bookingId))",
    description: "without  .where('status', 'in', HELD)",
    reason: 'a booking that is not held has no slots, and endHold changes the status of held bookings only',
  },
  {
    file: 'server/payments/holdLimit.ts',
    code: "where user_id = ${userId} and status = 'held' and hold_expires_at > ${new Date(now)}",
    description: 'SQL >=  for > ',
    reason: 'the caller then decides in the full transaction, with the same result',
  },
  {
    file: 'server/payments/settle.ts',
    code: '(a, b) => a.room_id - b.room_id || a.day.localeCompare(b.day) || a.start_slot - b.start_slot,',
    description: '&& in a.room_id - b.room_id || a.day.localeCompare(b.day) || a.sta',
    reason: 'the order only prevents deadlocks, which need concurrent transactions',
  },
  {
    file: 'server/payments/splitRefund.ts',
    code: 'if (missing > 0 && leftPaise >= MIN_REFUND.card && before && before.paise >= MIN_REFUND.card + missing) {',
    description: '>= in missing > 0',
    reason: 'the mutant adds zero to a part that is already complete',
  },
  {
    file: 'server/bookings/availabilityEvents.ts',
    code: '{ concurrency: 1 },',
    description: '2 for 1',
    reason: 'two statements that notify at the same time deliver the same notifications',
  },
  {
    file: 'server/bookings/availabilityEvents.ts',
    code: 'const sent = payloads.length > MAX_NOTIFICATIONS ? [INVALIDATE_ALL] : payloads;',
    description: '>= in payloads.length > MAX_NOTIFICATIONS',
    reason: 'a subscriber reloads its day after either notification',
  },
  {
    file: 'server/bookings/bookingPayments.ts',
    code: 'const used = entries.filter(({ half_points: change }) => change < 0);',
    description: '<= in change < 0',
    reason: 'the ledger has no entry of zero points',
  },
  {
    file: 'server/bookings/bookingPayments.ts',
    code: 'const used = entries.filter(({ half_points: change }) => change < 0);',
    description: '1 for 0',
    reason: 'the ledger has no entry of zero points',
  },
  {
    file: 'server/bookings/bookingSlots.ts',
    code: 'and opens[extract(isodow from ${day}::date)::integer] <= ${range.start}',
    description: 'SQL <  for <= ',
    reason: 'the caller then books in the full transaction, with the same result',
  },
  {
    file: 'server/bookings/bookingSlots.ts',
    code: 'and closes[extract(isodow from ${day}::date)::integer] >= ${range.end}',
    description: 'SQL >  for >= ',
    reason: 'the caller then books in the full transaction, with the same result',
  },
  {
    file: 'server/bookings/bookingSlots.ts',
    code: ".select('slot')",
    description: "without  .where('room_id', '=', booking.room_id)",
    reason: 'all slots of a booking are in its room; the condition is for the index',
  },
  {
    file: 'server/bookings/bookingSlots.ts',
    code: ".where('room_id', '=', booking.room_id)",
    description: "without  .where('day', '=', booking.day)",
    reason: 'all slots of a booking are on its day; the condition is for the index',
  },
  {
    file: 'server/bookings/bookingSlots.ts',
    code: ".where('slot', '<', booking.end_slot)",
    description: "without  .where('booking_id', '=', booking.id)",
    reason:
      'a hold that loses a slot ends in the same transaction, so that a held booking has all of its slots',
  },
  {
    file: 'server/bookings/checkBookable.ts',
    code: "if (!user) throw new ApiError('unauthenticated', 'This account no longer exists');",
    description: "without throw new ApiError('unauthenticated', 'This account no longe",
    reason: 'accounts are closed and never deleted, so that every access token has its user',
  },
  {
    file: 'server/bookings/checkBookable.ts',
    code: 'if (name === null || opens === null || closes === null || user.archived_at !== null) {',
    description: '&& in name === null || opens === null',
    reason: 'the columns of a room that does not exist are all null; the conditions are for the compiler',
  },
  {
    file: 'server/bookings/checkBookable.ts',
    code: 'if (name === null || opens === null || closes === null || user.archived_at !== null) {',
    description: '&& in name === null || opens === null || closes === null',
    reason: 'the columns of a room that does not exist are all null; the conditions are for the compiler',
  },
  {
    file: 'server/bookings/moveBooking.ts',
    code: "const kind = halfPoints < 0 ? 'return' : 'use';",
    description: '<= in halfPoints < 0',
    reason: 'a change of zero points has no entry in the ledger',
  },
  {
    file: 'server/bookings/moveBooking.ts',
    code: "const kind = halfPoints < 0 ? 'return' : 'use';",
    description: '1 for 0',
    reason: 'a change of zero points has no entry in the ledger',
  },
  {
    file: 'server/bookings/moveBooking.ts',
    code: 'return isSame && secondsToPay(openMove.created_at, now) > 0 ? openMove : null;',
    description: '>= in secondsToPay(openMove.created_at, now) > 0',
    reason: 'an open move without time to pay was ended before the transaction',
  },
  {
    file: 'server/bookings/myBookings.ts',
    code: 'order by day, start_slot, id limit ${UPCOMING_PAGE + 1})`;',
    description: '2 for 1',
    reason: 'one row more than the page shows that there is another page; a second one is cut off too',
  },
  {
    file: 'server/bookings/requestedRange.ts',
    code: "if (range === null) throw fieldError('ctime', 'must end a run of adjacent slots');",
    description: "without throw fieldError('ctime', 'must end a run of adjacent slots'",
    reason: 'the contract refuses such times first; the condition is for the compiler',
  },
  {
    file: 'server/payments/hold.ts',
    code: 'if (made) return { booking: made, isNew: true };',
    description: 'false for true',
    reason: 'the order of a booking that is not known to be new is looked for first, and there is none',
  },
  {
    file: 'server/payments/holdLimit.ts',
    code: ".set(({ eb }) => ({ hold_version: eb('hold_version', '+', 1) }))",
    description: '2 for 1',
    reason: 'the version is only compared for equality',
  },
  {
    file: 'server/payments/releaseOwnHolds.ts',
    code: '])',
    description: "without  .where(({ exists, selectFrom }) => exists(selectFrom('payme",
    reason:
      'a hold without an order is released earlier, with the same result unless another request books in between',
  },
  {
    file: 'server/payments/refunds.ts',
    code: ')',
    description: "without  .where('payment.payment_id', '=', paymentId)",
    reason: 'a booking whose refunds are all processed was marked when the last of them was',
  },
];

/**
 * Kinds of mutants that the tests of an area cannot notice, because they send one request after the other. `description`: matches
 * the change as `npm run mutants` prints it.
 * @type {readonly {folder: string, description: RegExp, reason: string}[]}
 */
const equivalentKinds = [
  {
    folder: 'server/',
    description: /^(?:SQL for for update|without +\.forUpdate\(.*|without await lock\w+\(tx, .*)$/,
    reason: 'a lock matters only between concurrent transactions, which test/races has',
  },
];

/**
 * Whether a mutant is in the list or of one of the kinds; with the second argument, whether it is that entry of the list.
 * @param {{file: string, code: string, description: string}} mutant
 * @param {unknown} [candidate]
 */
export const isEquivalent = (mutant, candidate) =>
  equivalents.some(
    (equivalent) =>
      (typeof candidate !== 'object' || equivalent === candidate) &&
      equivalent.file === mutant.file &&
      equivalent.code === mutant.code &&
      equivalent.description === mutant.description,
  ) ||
  (typeof candidate !== 'object' &&
    equivalentKinds.some(
      ({ folder, description }) => mutant.file.startsWith(folder) && description.test(mutant.description),
    ));
