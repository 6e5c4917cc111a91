/**
 * Machines whose paths no page walks (test/browser/paths), each with the tests that show what a visitor sees of it. Every
 * other machine has a walk, and one with a walk is not named here.
 */
export const withoutWalk: Readonly<Record<string, string>> = {
  root: 'it has nothing to look at: the restarts that a visitor sees are in faults.spec.ts',
  retry: 'it is a part of the checkout, whose walk waits for its last failure',
  countdown: 'it is a part of the checkout: what it shows and announces is in payment.spec.ts',
  live: 'its events come from the server: choosing.spec.ts shows a slot that another visitor takes, and lost connections',
  navigation:
    'every walk goes from page to page by it: links.spec.ts shows its requests, faults.spec.ts its menu',
  notifier: 'the walks of the other flows look at its toasts; toasts.spec.ts shows how they are closed',
  resource:
    'rooms, bookings, details and posts: faults.spec.ts, my-bookings.spec.ts, profile.spec.ts and blog.spec.ts',
  search: 'choosing.spec.ts shows the form, its errors, and what a changed search does',
};
