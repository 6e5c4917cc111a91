/** A name of the API in camelCase: 'room_name' becomes 'roomName'. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** A value of the API with all field names in camelCase: `room_name` becomes `roomName`. */
export type CamelCased<Value> = Value extends readonly unknown[]
  ? { [Index in keyof Value]: CamelCased<Value[Index]> }
  : Value extends object
    ? { [Name in keyof Value as Name extends string ? CamelCase<Name> : Name]: CamelCased<Value[Name]> }
    : Value;

export const camelCase = <Name extends string>(name: Name): CamelCase<Name> =>
  name.replaceAll(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase()) as CamelCase<Name>;

export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Texts by name, such as the entry of a form, with the names of the API: `roomName` becomes `room_name`. */
export const snakeCased = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [snakeCase(name), text]));

/**
 * Renames all fields of a value of the API, also the nested ones. Only for values whose keys are all names of fields: keys that are
 * data, such as ids, would be renamed as well.
 */
export function camelCased<Value>(value: Value): CamelCased<Value> {
  const renamed: unknown = Array.isArray(value)
    ? value.map(camelCased)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, field]) => [camelCase(name), camelCased(field)]))
      : value;
  return renamed as CamelCased<Value>;
}
