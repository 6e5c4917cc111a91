// Deliberate bugs that `npm run faults -- --planted` must find: one of each kind of event that the search plays.

interface PlantedBug {
  name: string;
  file: string;
  /** occurs once in the file */
  code: string;
  /** replaces the code */
  bug: string;
  /** the command of the sequences that are played */
  having: string;
}

export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'a refund by somebody else at the provider is not recorded',
    file: 'server/payments/refunds/refundUpdates.ts',
    code: "if (status === 'failed') return 'unknown';",
    bug: "if (status === 'failed' || own === undefined) return 'unknown';",
    having: 'refund by hand',
  },
  {
    name: 'a lost dispute does not settle what is due',
    file: 'server/payments/reconcile/disputes.ts',
    code: "if (amountPaise === 0) return 'recorded';",
    bug: "if (amountPaise >= 0) return 'recorded';",
    having: 'dispute',
  },
  {
    name: 'a refund that is refused because the payment is too old is tried again for ever',
    file: 'server/payments/reconcile/processRefunds.ts',
    code: "(error.code === 'refused' && error.status !== 409 && !isBalanceTooLow(error))",
    bug: "(error.code === 'refused' && error.status !== 409 && !/balance|6 months/i.test(error.message))",
    having: 'half a year passes',
  },
  {
    name: 'two clerks refund the same amount of a booking',
    file: 'server/sales/refunds/deskRefund.ts',
    code: 'if (body.left !== left.leftPaise) {',
    bug: 'if (left.leftPaise < 0) {',
    having: 'desk refunds',
  },
  {
    name: 'the credit note of a refund names an invoice that was replaced',
    file: 'server/invoices/issueTaxDocuments.ts',
    code: '.where(sql<boolean>`not exists (select from paper newer where newer.replaces_id = paper.id)`)',
    bug: '',
    having: 'correct invoice',
  },
  {
    name: 'points expire in the month of their return',
    file: 'server/points/renewal.ts',
    code: 'user.expiring_month !== null && user.expiring_month < month',
    bug: 'user.expiring_month !== null && user.expiring_month <= month',
    having: 'change membership',
  },
  {
    name: 'an account with bookings is closed when its address goes to somebody else',
    file: 'server/account/address/releaseAddress.ts',
    code: 'const isOpen = await holdsAnything(tx, id);',
    bug: 'const isOpen = false;',
    having: 'hand over',
  },
  {
    name: 'a sale that is sent twice is made twice',
    file: 'server/slots/bookingSlots.ts',
    code: 'or held.booking_id = excluded.booking_id\n    returning slot)',
    bug: 'or held.hold_expires_at is null\n    returning slot)',
    having: 'sell at the desk',
  },
  {
    name: 'the last half hour of an extension is not booked',
    file: 'server/payments/applyMove.ts',
    code: 'to: slotRangeOf(move),',
    bug: `to: by === 'staff'
      ? { ...slotRangeOf(move), range: { start: move.start_slot, end: move.end_slot - 1 } }
      : slotRangeOf(move),`,
    having: 'desk changes length',
  },
  {
    name: 'an extension is in the till of nobody who took the money',
    file: 'server/sales/length/extend.ts',
    code: 'amountPaise }, payment, charge, now)',
    bug: 'amountPaise }, { ...payment, staff: { ...payment.staff, id: booking.user_id } }, charge, now)',
    having: 'desk changes length',
  },
  {
    name: 'a booking that becomes shorter is refunded twice',
    file: 'server/sales/length/shorten.ts',
    code: "{ amountPaise: refund, reason: 'moved'",
    bug: "{ amountPaise: 2 * refund, reason: 'moved'",
    having: 'desk changes length',
  },
  {
    name: 'a refund that was confirmed waits for a confirmation again',
    file: 'server/sales/refunds/refundRequests.ts',
    code: "await decide(tx, id, 'confirmed');",
    bug: '',
    having: 'desk refund waits',
  },
  {
    name: 'two clerks hand back one refund',
    file: 'server/sales/refunds/money.ts',
    code: "if (refund.status === 'processed' || !isPaidOutByDesk) {",
    bug: 'if (!isPaidOutByDesk) {',
    having: 'hand back',
  },
  {
    name: 'a corrected invoice has no credit note',
    file: 'server/invoices/correctInvoice.ts',
    code: 'const { id: noteId } = await insertTaxDocument(tx, noteDue, issuedNote, now);',
    bug: 'const noteId = id;',
    having: 'correct invoice',
  },
  {
    name: 'a corrected invoice of a company charges what was returned before',
    file: 'server/invoices/correctInvoice.ts',
    code: 'const leftPaise = invoice.total_paise - creditedPaise;',
    bug: 'const leftPaise = invoice.total_paise - (invoice.company_id === null ? creditedPaise : 0);',
    having: 'correct company invoice',
  },
  {
    name: 'what a clerk handed out is not in the count',
    file: 'server/settlements/till.ts',
    code: 'set close_id = ${close.id}::uuid where',
    bug: 'set close_id = case when amount_paise > 0 then ${close.id}::uuid end where',
    having: 'close till',
  },
  {
    name: 'a payment counts as settled when another one of its amount is',
    file: 'server/settlements/settlements.ts',
    code: 'where payment_id = any (${ids}::text[]) and not in_settlement`',
    bug: 'where amount_paise in (select amount_paise from settlement_line) and not in_settlement`',
    having: 'upload settlements',
  },
  {
    name: 'two people explain one difference',
    file: 'server/settlements/differences.ts',
    code: 'if (existing?.note === note && existing.staff_id === staff.id)',
    bug: 'if (existing)',
    having: 'explain difference',
  },
  {
    name: 'the last booking in the way of a block-out stays there',
    file: 'server/sales/booking/blockOutMoves.ts',
    code: 'for (const move of moves) {',
    bug: 'for (const move of moves.slice(0, -1)) {',
    having: 'move from block-out',
  },
  {
    name: 'a company books above its limit',
    file: 'server/companies/charges.ts',
    code: 'if (open + amountPaise > limit)',
    bug: 'if (limit === 0)',
    having: 'sell on account',
  },
  {
    name: 'two people of a company book above its limit at once on the site',
    file: 'server/companies/bookOnAccount.ts',
    code: 'const charge = await chargeOnSite(tx, userId, total);',
    bug: 'const charge = await chargeOnSite(tx, userId, 0);',
    having: 'book on account',
  },
  {
    name: 'a move to a higher price exceeds the limit of a company',
    file: 'server/companies/chargeOnSite.ts',
    code: 'await tryCharge(tx, userId, amountPaise, moved);',
    bug: 'await tryCharge(tx, userId, isMove ? 0 : amountPaise, moved);',
    having: 'move',
  },
  {
    name: 'two clerks record one transfer',
    file: 'server/companies/companies.ts',
    code: 'existing.staff_id === staff.id &&',
    bug: '',
    having: 'record transfer',
  },
  {
    name: 'only the first booking on the invoice of a company knows its invoice',
    file: 'server/companies/monthInvoices.ts',
    code: 'charges.map(({ payment_id }) => payment_id),',
    bug: 'charges.slice(0, 1).map(({ payment_id }) => payment_id),',
    having: 'invoice company',
  },
  {
    name: 'what goes back to an account waits for somebody who pays it out',
    file: 'server/payments/refunds/refundBooking.ts',
    code: "if (deskMethodOf(paymentId) === 'account') await processOnAccount(tx, refund, now);",
    bug: '',
    having: 'sell on account',
  },
  {
    name: 'the provider is not asked before the desk pays out a refund',
    file: 'server/sales/refunds/moneyRoutes.ts',
    code: 'await orProviderUnavailable(askBeforePayOut(deps, body.refund_id));',
    bug: '',
    having: 'hand back',
  },
  {
    name: 'the provider is not asked before the desk refunds in cash',
    file: 'server/sales/refunds/refundRoutes.ts',
    code: "if (body.method === 'cash' || body.method === 'upi')",
    bug: "if (body.method === 'upi')",
    having: 'desk refunds',
  },
];
