/**
 * Machines without a path test in a browser (test/browser/paths), each with the tests that cover what a visitor sees of it. A machine
 * with a path test is not listed here.
 */
export const withoutPathTest: Readonly<Record<string, string>> = {
  command:
    'a button and a toast: account.spec.ts signs devices out, waitingList.spec.ts leaves the list, signed in and by a link',
  buyPoints:
    'it pays at the provider, as the checkout does in its path test: profile.spec.ts buys points, buyPoints.test.ts covers the rest',
  calendarLink: 'calendarFeed.spec.ts covers it',
  link: 'it needs an email for every path: recovery.spec.ts covers it',
  pendingMove:
    'a button and a toast: ownBooking.spec.ts drops a move with it, pendingMove.test.ts covers every response',
  unpaidBooking:
    'two buttons and a toast: paymentTrouble.spec.ts pays and gives up with them, unpaidBooking.test.ts covers every response',
  rooms:
    'a call for each search and the parent of the slots: findRooms.spec.ts shows its order, a failure and the retry',
  joinWaitingList:
    'it joins a list at the server: waitingList.spec.ts presses a taken slot, chooses a free alternative, and joins',
  series:
    'it loads dates from the server: series.spec.ts replaces one, pays for all and cancels one; series.test.ts covers the rest',
  root: 'it is not visible itself: pageErrors.spec.ts covers the restarts that a visitor sees',
  retry: 'a part of the checkout, whose path test waits for its last failure',
  countdown: 'a part of the checkout: payment.spec.ts covers what it shows and announces',
  picker:
    'a part of a date field: dateField.spec.ts opens the calendar and refuses its code, picker.test.ts covers the rest',
  pictures:
    'it sends files to the server: desk.spec.ts uploads, orders, describes and removes them; desk.test.ts covers the rest',
  download: 'a button and a toast: ownBooking.spec.ts saves a file with it and sees a failure',
};
