import { canonicalJson } from '../../domain/text/canonicalJson.ts';

/** Old and new values of the fields that changed, for the audit; null when nothing changed. */
export function changedFields<Fields extends object>(
  before: Fields,
  after: Fields,
): { readonly was: Partial<Fields>; readonly became: Partial<Fields> } | null {
  const names = (Object.keys(after) as (keyof Fields)[]).filter(
    (name) => canonicalJson(before[name]) !== canonicalJson(after[name]),
  );
  if (names.length === 0) return null;
  const pickChanged = (from: Fields): Partial<Fields> =>
    Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<Fields>;
  return { was: pickChanged(before), became: pickChanged(after) };
}
