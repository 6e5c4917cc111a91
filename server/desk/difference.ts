import { canonicalJson } from '../../domain/canonicalJson.ts';

/** The fields of `after` whose values differ from those of `before`, as both have them: for the audit. */
export function difference<Fields extends object>(
  before: Fields,
  after: Fields,
): { readonly was: Partial<Fields>; readonly became: Partial<Fields> } | null {
  const names = (Object.keys(after) as (keyof Fields)[]).filter(
    (name) => canonicalJson(before[name]) !== canonicalJson(after[name]),
  );
  if (names.length === 0) return null;
  const only = (from: Fields): Partial<Fields> =>
    Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<Fields>;
  return { was: only(before), became: only(after) };
}
