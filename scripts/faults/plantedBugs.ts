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
];
