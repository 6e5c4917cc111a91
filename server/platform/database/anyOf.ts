import { type RawBuilder, sql } from 'kysely';

/**
 * `any` of a list, for a comparison with `=`. The list is one parameter, so the statement is the same for every length, and an
 * empty list is valid.
 */
export const anyOf = (values: readonly string[], type: 'uuid' | 'text'): RawBuilder<string> =>
  sql<string>`any(${values}::${sql.raw(type)}[])`;
