import { spellingKey } from '../../../domain/account/email.ts';

/** A word as the index may have it: a database with the locale C has lower case for ASCII letters only. */
const spellings = (word: string): string[] => [
  ...new Set(
    [word, `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`, word.toUpperCase()].map((each) =>
      spellingKey(each),
    ),
  ),
];

/** A search of the indexes of words in which each word begins a word. The words have no quotes and no backslashes. */
export const beginWith = (words: readonly string[]): string =>
  words
    .map(
      (word) =>
        `(${spellings(word)
          .map((each) => `'${each}':*`)
          .join(' | ')})`,
    )
    .join(' & ');
