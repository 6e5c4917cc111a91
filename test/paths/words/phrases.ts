import type { ErrorCode } from '../../../contract/errors.ts';
import type { Failure } from '../../../machines/engine/failure.ts';
import type { Act, Sight } from './words.ts';

/* Acts and sights of several machines. */

export const press = (name: string): Act => ({
  words: `Press “${name}”.`,
  run: (person) => person.press(name),
});
export const type = (text: string, label: string): Act => ({
  words: `Type “${text}” into “${label}”.`,
  run: (person) => person.type(text, label),
});
export const key = (name: string): Act => ({
  words: `Press the ${name} key.`,
  run: ({ page }) => page.keyboard.press(name),
});
/** What the path test lets happen: a response, a delay, or an act in another window. */
export const meanwhile = (words: string): Act => ({ words, run: (person) => person.letHappen() });

export const heading = (name: string, level?: number): Sight => ({
  words: `The heading is “${name}”.`,
  check: (person) => person.seesHeading(name, level),
});
export const status = (text: string): Sight => ({
  words: `The page says “${text}”`.concat(/[.…]$/.test(text) ? '' : '.'),
  check: (person) => person.seesStatus(text),
});
export const dialog = (name: string): Sight => ({
  words: `The dialog “${name}” is open.`,
  check: (person) => person.seesDialog(name),
});
export const notice = (title: string, actions: readonly string[] = []): Sight => ({
  words: `The notice “${title}” is shown`.concat(
    actions.length === 0 ? '.' : `, with ${actions.map((name) => `“${name}”`).join(', ')}.`,
  ),
  check: (person) => person.seesNotice(title, actions),
});
export const enabled = (name: string): Sight => ({
  words: `“${name}” can be pressed.`,
  check: (person) => person.seesEnabled(name, true),
});
export const disabled = (name: string): Sight => ({
  words: `“${name}” cannot be pressed.`,
  check: (person) => person.seesEnabled(name, false),
});
export const noButton = (name: string): Sight => ({
  words: `There is no “${name}”.`,
  check: (person) => person.doesNotSee(person.button(name)),
});

/** A button, or a link that looks like one. */
export const anyButton = (name: string): Sight => ({
  words: `There is “${name}”.`,
  check: (person) => person.sees(person.buttonOrLink(name)),
});
export const text = (content: string): Sight => ({
  words: `The page says “${content}”`.concat(/[.…]$/.test(content) ? '' : '.'),
  check: (person) => person.sees(person.page.getByText(content).first()),
});
export const holds = (label: string, value: string): Sight => ({
  words: `“${label}” holds “${value}”.`,
  check: (person) => person.seesValue(label, value),
});
export const focused = (label: string): Sight => ({
  words: `“${label}” has the focus.`,
  check: (person) => person.seesFocus(label),
});

/** How a tester makes a call fail. */
const causes: Readonly<Partial<Record<ErrorCode, string>>> = {
  'slot-taken': 'another customer has just booked one of these times',
  'price-changed': 'the price of the room has just been changed at the desk',
  blocked: 'the account has just been blocked at the desk',
  'not-on-account': 'what is left on the account of the company is not enough',
  'already-booked': 'you have just booked the same times in another tab',
  'not-enough-points': 'your points have just been spent in another tab',
  'payment-under-way': 'a payment for these times is still with your bank',
  'too-many-holds': 'you hold as many unpaid bookings as you may',
  'unpaid-limit': 'you hold as many times as you may before your first payment',
  'email-unconfirmed': 'your email address is not confirmed',
  'too-many-requests': 'you have tried too often',
  'email-taken': 'the address has an account already',
  'bad-input': 'it does not accept the address and the password',
  'hold-over': 'the payment came after the room was given to somebody else',
  'not-found': 'the server no longer knows the payment',
  unauthenticated: 'the session has ended',
};

/** A refusal in words. Repeated calls end only after all repetitions. */
export const causeOf = ({ code, isTransient }: Failure): string =>
  (code && causes[code]) ?? (isTransient ? 'the server does not respond' : 'for another reason');
