/**
 * Transitions that every machine must have, because an invoked actor's failure would otherwise take it down, and that no
 * browser can take: nothing that happens on the page, on the network or at the payment provider makes these actors fail.
 * The paths in the browser cover all others; one of these that they do cover must leave this list.
 */
export const unreachableInBrowser: Readonly<Record<string, string>> = {
  'session --xstate.error.actor.watchTokens--> no state':
    'it only adds a listener to the window, and its events cannot make it throw',
  'session.restoring --xstate.error.actor.restore--> session.signedOut':
    'it only reads a storage that never throws: one that is blocked reads as empty',
  'checkout.card.paying --xstate.error.actor.countdown--> checkout.card.releasing':
    'a machine without effects of its own: it reads the clock and waits',
  'checkout.card.waitingForBank --xstate.error.actor.countdown--> checkout.card.releasing':
    'a machine without effects of its own: it reads the clock and waits',
  'live.shown --xstate.error.actor.watchActivity--> no state':
    'it only adds listeners to the document and the window, which cannot throw',
  'live.shown.watching --xstate.error.actor.watchSlots--> live.shown.waiting':
    'it only makes an EventSource, which every browser has: a failure of its connection is an event',
  'resource.ready.inUse --resource.released[1]--> no state':
    'no page of the site shows the same data in two places, and a new page starts when the one before has ended',
  'slots.ready --slots.rangeChosen[1]--> no state':
    'the ranges that are offered are free by what the machine knows: one that is taken is not offered any more',
  'slots --slots.bookPressed[0]--> no state':
    'while the search differs from the one that the rooms were found for, no page shows them',
  'slots.ready --slots.clicked[0]--> no state':
    'while the search differs from the one that the rooms were found for, no page shows them',
  'slots.ready --slots.rangeChosen[0]--> no state':
    'while the search differs from the one that the rooms were found for, no page shows them',
  'connection --xstate.error.actor.watchConnection--> connection.online':
    'it only adds listeners to the window, which cannot throw',
};
