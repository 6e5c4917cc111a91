import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { coverageTargetsOf } from '../../tools/flows/paths.ts';
import { models } from './models.ts';
import { longPathsOf } from './paths.ts';
import { words } from './words/all.ts';
import { checkout } from './words/checkout.ts';
import { wordedSteps } from './words/words.ts';
import { planOf } from './words/plan.ts';

/** Messages that a machine shows, as its reviewed behaviour lists them. */
const messagesOf = (name: string): string[] => {
  const behaviour = readFileSync(join(import.meta.dirname, 'behaviour', `${name}.txt`), 'utf8');
  return [
    ...new Set(
      [...behaviour.matchAll(/notifier\.show \{[^}]*text: "([^"]+)"/g)].map(([, text]) => text ?? ''),
    ),
  ];
};

describe.each(Object.entries(words))('the plan of %s', (name, described) => {
  const { paths, missing } = longPathsOf(described.model, described.longPaths);
  const plan = planOf(described).paths;
  const texts = plan.flat().flatMap(({ does, sees }) => [...does, ...sees]);

  test('passes every state and every transition that a browser can cause, in at most 40 paths', () => {
    expect(missing).toEqual([]);
    expect(paths.length).toBeLessThanOrEqual(40);
  });

  test('has words for every step, and an expectation at each of them', () => {
    for (const step of paths.flatMap((path) => wordedSteps(described, path))) {
      expect(step.event === null || step.acts, step.event?.type).toBeTruthy();
      expect(step.sights, step.state).not.toBe(undefined);
    }
    for (const { does, sees } of plan.flat()) {
      expect(does.length).toBeGreaterThan(0);
      expect(sees.length, does.join(' ')).toBeGreaterThan(0);
    }
  });

  test('names no event, no state and no value of the code', () => {
    const { machine } = described.model;
    const stateNames = [...coverageTargetsOf(machine).states.keys()].map((id) =>
      id.slice(machine.id.length + 1),
    );
    // A quoted text is on the screen or typed.
    for (const text of texts.map((each) => each.replaceAll(/“[^”]*”/g, '“”'))) {
      expect(text).not.toMatch(/[{}[\]_]|xstate|\w\.\w|undefined|\bnull\b/);
      expect(stateNames.filter((state) => /[A-Z.]/.test(state) && text.includes(state))).toEqual([]);
    }
  });

  test('has every message that the machine shows', () => {
    const all = texts.join('\n');
    const missed = messagesOf(name).filter((message) => !all.includes(`“${message}”`));
    expect(missed).toEqual(Object.keys(described.elsewhere ?? {}));
  });
});

test('the checkout shows 15 messages and 20 notices', () => {
  const texts = planOf(checkout)
    .paths.flat(2)
    .flatMap(({ sees }) => sees);
  const quoted = (start: string): Set<string> =>
    new Set(texts.flatMap((text) => (text.startsWith(start) ? (/“([^”]+)”/.exec(text)?.[1] ?? []) : [])));
  expect(quoted('The message')).toEqual(new Set(messagesOf('checkout')));
  expect([...quoted('The notice')].toSorted()).toMatchInlineSnapshot(`
    [
      "A payment for these times is still open",
      "Confirm your email address first",
      "Finish your open payments first",
      "Pay for a booking first",
      "Someone else has just taken some of these times",
      "Someone else has just taken these times",
      "The payment window is not responding",
      "The price has changed",
      "The room could not be booked",
      "The server did not respond",
      "The time to pay has run out",
      "The time you chose has already started",
      "This account cannot book rooms at the moment",
      "This cannot be booked on account",
      "Too many attempts",
      "Waiting for your payment",
      "You have already booked these times",
      "You no longer have enough Lit points for this booking",
      "Your payment arrived after the room was taken",
      "Your payment is not confirmed yet",
    ]
  `);
});

const planCommand = (...args: readonly string[]) =>
  spawnSync('node', ['scripts/from-source.mjs', 'test/paths/command.ts', ...args], { encoding: 'utf8' });

test('the command prints the plan of a machine, and says in one line which machines have no words', () => {
  const { stdout, stderr, status } = planCommand('--plan', 'checkout', 'retry', '--format', 'csv');
  expect([stdout.split('\r\n')[0], stderr.trim(), status]).toEqual([
    '"machine","path","step","do","see"',
    'Without a plan, because no words say what a person does and sees: retry.',
    0,
  ]);
  expect(stdout).toContain('"Press “CONFIRM”."');
});

test('the command lists the machines when it does not know one', () => {
  const { stderr, status } = planCommand('chekout');
  expect([stderr.trim(), status]).toEqual([
    `There is no machine "chekout"; there are: ${Object.keys(models).join(', ')}.`,
    2,
  ]);
});
