type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Whether a value is named code: JSON keeps only the name of an action, a guard or an actor. */
const isNamed = (value: { readonly [name: string]: Json }): boolean => typeof value['type'] === 'string';

/**
 * A machine's definition as a JSON configuration for XState's `createMachine` and Stately's editor. Actions and guards have only
 * their names. The context is left out, because the machine creates it at its start.
 *
 * @param definition a definition as the site sends it
 */
export function exportedMachine(definition: string): string {
  const clean = (value: Json, field: string): Json => {
    if (Array.isArray(value)) return value.map((item: Json) => clean(item, field));
    if (typeof value !== 'object' || value === null) return value;
    const fields = value as { readonly [name: string]: Json };
    // In a configuration, an actor is named by a string, an action or a guard by an object.
    if (field === 'src' && isNamed(fields)) return fields['type'] as string;
    if (['actions', 'entry', 'exit', 'guard'].includes(field) && isNamed(fields)) {
      const { type, params } = fields;
      return { type: type as string, ...(params !== undefined && { params }) };
    }
    const kept = Object.entries(fields).filter(
      ([name]) => name !== 'context' && !(name === 'input' && 'src' in fields),
    );
    return Object.fromEntries(kept.map(([name, inner]) => [name, clean(inner, name)]));
  };
  return `${JSON.stringify(clean(JSON.parse(definition) as Json, ''), null, 2)}\n`;
}
