import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emailKey, isEmail, normalEmail } from '../../../domain/account/email.ts';
import type { OpenDatabase } from '../../../server/platform/database/openDatabase.ts';
import { emptyDatabase } from '../emptyDatabase.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await emptyDatabase();
});
afterAll(() => open.close());

/** Letters with a language-dependent or ambiguous case, unpaired surrogates and invisible characters. */
const awkward = [
  'İ',
  'ı',
  'ß',
  'ẞ',
  'K',
  'Å',
  'Σ',
  'ς',
  'ǅ',
  'i̇',
  'ﬁ',
  '\0',
  '\u200b',
  '\ud800',
  '\udc00',
  '😀',
  '"',
  '\\',
];
const characters = fc.oneof(
  fc.constantFrom(...awkward),
  fc.constantFrom('a', 'Z', '.', '+', '-', '_', '0'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const part = fc.array(characters, { minLength: 1, maxLength: 12 }).map((found) => found.join(''));
const address = fc.tuple(part, part, part).map(([local, host, top]) => `${local}@${host}.${top}`);

test('PostgreSQL and JavaScript build the same key for every accepted address', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(address, { minLength: 50, maxLength: 50 }), async (found) => {
      const accepted = found.map(normalEmail).filter(isEmail);
      const { rows } = await sql<{ email: string; key: string }>`
        select email, lower(email collate "C") as key
        from unnest(${accepted}::text[]) with ordinality as given (email, n) order by n`.execute(
        open.database,
      );
      expect(rows).toEqual(accepted.map((email) => ({ email, key: emailKey(email) })));
    }),
    { numRuns: 40 },
  );
});

test('a key is itself an accepted address with the same key', () => {
  fc.assert(
    fc.property(address, (email) => {
      const key = emailKey(email);
      expect(emailKey(key)).toBe(key);
      expect(isEmail(key)).toBe(isEmail(normalEmail(email)));
      expect(normalEmail(normalEmail(email))).toBe(normalEmail(email));
    }),
  );
});

test('an address cannot contain invisible characters or unpaired surrogates', () => {
  for (const character of ['\0', '\u200b', '\u202e', '\ud800', '\udc00'])
    expect(isEmail(`a${character}b@example.com`)).toBe(false);
  expect(isEmail('😀@example.com')).toBe(true);
});
