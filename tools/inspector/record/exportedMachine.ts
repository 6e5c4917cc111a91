/**
 * A machine's definition as a JSON configuration for XState's `createMachine` and Stately's editor. Actions, guards and actors
 * have only their names. Context and inputs are left out: the machine creates them when it runs.
 *
 * @param definition a definition as the site sends it
 */
export function exportedMachine(definition: string): string {
  const config: unknown = JSON.parse(definition, (field, value: unknown) => {
    if (field === 'context' || field === 'assignment') return undefined;
    if (typeof value !== 'object' || value === null) return value;
    // In a configuration, an actor is named by a string, an action or a guard by an object.
    if (field === 'src' && 'type' in value) return value.type;
    if (!('src' in value) || !('input' in value)) return value;
    const { input: _input, ...invoke } = value;
    return invoke;
  });
  return `${JSON.stringify(config, null, 2)}\n`;
}
