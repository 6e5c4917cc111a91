/** Names of properties that contain states and transitions by their names. */
const namedParts = new Set(['states', 'on', 'after']);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Maps the properties of a machine's configuration, of its states, transitions and invokes, to build it again. XState's types are
 * made for writing a configuration, not for reading one.
 *
 * @param change the new value of a property, null to leave it out, or undefined to map what it contains
 */
export function mapConfig(
  value: unknown,
  change: (property: string, value: unknown) => unknown,
  areNames = false,
): unknown {
  if (Array.isArray(value)) return value.map((item) => mapConfig(item, change));
  if (!isObject(value)) return value;
  const mapped = Object.entries(value).map(([key, inner]) => {
    const changed = areNames ? undefined : change(key, inner);
    const isContainer = !areNames && namedParts.has(key);
    return [key, changed === undefined ? mapConfig(inner, change, isContainer) : changed] as const;
  });
  return Object.fromEntries(mapped.filter(([, inner]) => inner !== null));
}
