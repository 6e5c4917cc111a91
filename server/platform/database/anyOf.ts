import { type RawBuilder, sql } from 'kysely';

/**
 * `any` of a list, for a comparison with `=`. The list is one parameter, so the statement is the same for every length, and an
 * empty list is valid.
 */
export const anyOf = <const Value extends string>(
  values: readonly Value[],
  type: 'uuid' | 'text',
): RawBuilder<Value> => sql<Value>`any(${values}::${sql.raw(type)}[])`;

/** `all` of a list, for a comparison with `<>`: none of them. Otherwise as `anyOf`. */
export const noneOf = <const Value extends string>(
  values: readonly Value[],
  type: 'uuid' | 'text',
): RawBuilder<Value> => sql<Value>`all(${values}::${sql.raw(type)}[])`;
