/**
 * Machines whose paths no page walks (test/browser/paths), each with the tests that show what a visitor sees of it. Every
 * other machine has a walk, and one with a walk is not named here.
 */
export const withoutWalk: Readonly<Record<string, string>> = {
  accountForm: 'it is the form of several flows: what each shows is in account.spec.ts and recovery.spec.ts',
  devices: 'what it shows is in account.spec.ts',
  buyPoints:
    'it pays at the provider, as the checkout does in its walk: profile.spec.ts buys points, buyPoints.test.ts has the rest',
  calendarFeed: 'what it shows is in calendarFeed.spec.ts',
  link: 'it needs a letter for every path: what it shows is in recovery.spec.ts',
  newAccount:
    'four fields within a booking: stepsToPayment.spec.ts fills them in and pays, newAccount.test.ts has the rest',
  openMove:
    'a button and a toast: ownBooking.spec.ts drops a move with it, openMove.test.ts has every answer',
  results: 'one call for each search: findRooms.spec.ts shows its order, a failure and the retry',
  waitlist:
    'it joins a list at the server: waitlist.spec.ts presses a taken slot, chooses what is free instead, and joins',
  series:
    'it asks the server about dates: series.spec.ts exchanges one, pays for all and cancels one; series.test.ts has the rest',
  waits:
    'it needs offers and letters: waitlist.spec.ts books one and leaves, signed in and by the link of a letter',
  root: 'it has nothing to look at: the restarts that a visitor sees are in pageErrors.spec.ts',
  retry: 'it is a part of the checkout, whose walk waits for its last failure',
  countdown: 'it is a part of the checkout: what it shows and announces is in payment.spec.ts',
  pictures:
    'it sends files to the server: desk.spec.ts uploads, orders, describes and removes them; desk.test.ts has the rest',
  billing:
    'a form that is saved: billing.spec.ts fills it in, corrects it and pays with it; billing.test.ts loads it again',
  download: 'a button and a toast: ownBooking.spec.ts saves a file with it, and shows a failure',
};
