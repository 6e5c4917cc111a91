/**
 * Transitions that no path test in a browser can take, with the reason. Most of them handle the failure of an invoked actor, which would
 * otherwise stop the machine, but nothing on the page, on the network or at the payment provider makes that actor fail. The
 * path tests in browsers cover all other transitions. A transition that they do cover must be removed from this list.
 */
export const unreachableInBrowser: Readonly<Record<string, string>> = {
  'session --xstate.error.actor.watchTokens--> no state':
    'it only adds a listener to the window, and its events cannot make it throw',
  'session.restoring --xstate.error.actor.restore--> session.signedOut':
    'it only reads a storage that never throws: a blocked storage reads as empty',
  'checkout.card.paying --xstate.error.actor.countdown--> checkout.card.releasing':
    'it has no effects: it reads the clock and waits',
  'checkout.card.waitingForBank --xstate.error.actor.countdown--> checkout.card.releasing':
    'it has no effects: it reads the clock and waits',
  'checkout.reviewing --checkout.confirmed[0]--> no state':
    'a move that was refused has no button that confirms it (test/site/refusedMove.test.ts)',
  'live.shown --xstate.error.actor.watchActivity--> no state':
    'it only adds listeners to the document and the window, which cannot throw',
  'live.shown.watching --xstate.error.actor.watchSlots--> live.shown.waiting':
    'it only creates an EventSource, which every browser has: a failure of its connection is an event',
  'resource.ready.inUse --resource.released[1]--> no state':
    'no page shows the same data in two places, and a new page starts after the previous one has ended',
  'slots.day.ready --slots.rangeChosen[1]--> no state':
    'only ranges that are free in the context are offered: a taken range is not offered any more',
  'slots.selection --slots.bookPressed[0]--> no state':
    'no page shows rooms while the search form differs from the search in which they were found',
  'slots.day.ready --slots.clicked[0]--> no state':
    'no page shows rooms while the search form differs from the search in which they were found',
  'slots.day.ready --slots.rangeChosen[0]--> no state':
    'no page shows rooms while the search form differs from the search in which they were found',
  'form.closed --form.opened--> form.editing':
    'the path test is on the forms for an enquiry, which are open from the start: account.spec.ts opens others',
  'form.closed --form.left--> no state': 'the forms of the path test are never closed',
  'form.editing --form.refused--> no state':
    'an enquiry has no flow around it: the path test of the registration covers it',
  'form.editing --form.dismissed--> form.closed': 'account.spec.ts dismisses a form',
  'form.editing --form.left--> form.closed': 'the path test stays on the page: account.spec.ts leaves one',
  'form.sending --form.left--> no state': 'the path test stays on the page',
  'form --form.recordsLoaded--> no state': 'an enquiry edits no record: desk.spec.ts edits others',
  'form --form.recordSaved--> no state': 'an enquiry edits no record: desk.spec.ts edits others',
  'form --form.reloadRequested--> no state': 'an enquiry edits no record: desk.spec.ts edits others',
  'form.done --form.submitted[0]--> form.sending':
    'the thanks for an enquiry replace its inputs: desk.spec.ts sends a form again that stays',
  'form.done --form.submitted[1]--> form.editing':
    'the thanks for an enquiry replace its inputs: desk.spec.ts sends a form again that stays',
  'form.done --form.left--> no state': 'the path test stays on the page',
  'form.done --always--> form.closed': 'the path test stays on the page',
  'form.done --form.changed--> form.editing':
    'the thanks for an enquiry replace its inputs: billing.spec.ts edits a form that stays',
  'connection --xstate.error.actor.watchConnection--> connection.online':
    'it only adds listeners to the window, which cannot throw',
};
