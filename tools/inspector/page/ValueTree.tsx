const MAX_CHARACTERS = 60;
const MAX_FIELDS_SHOWN = 3;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const isEqual = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** A value on one line: '{ id, room_name, … }', '[3]', '"Marina Huddle"'. */
export function shortText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.length}]`;
  if (isFields(value)) {
    const keys = Object.keys(value);
    if (keys.length === 0) return '{}';
    if ('xstate$$type' in value) return `actor ${String(value['id'])}`;
    return `{ ${keys.slice(0, MAX_FIELDS_SHOWN).join(', ')}${keys.length > MAX_FIELDS_SHOWN ? ', …' : ''} }`;
  }
  if (typeof value !== 'string') return String(value);
  return `“${value.length > MAX_CHARACTERS ? `${value.slice(0, MAX_CHARACTERS)}…` : value}”`;
}

const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing';
  return typeof value === 'string' && /^\[[\w -]+\]$/.test(value) ? 'hidden' : typeof value;
};

interface Props {
  readonly fields: Fields;
  /** Differences from them are marked. */
  readonly before?: Fields | null;
  /** Levels that are open initially. */
  readonly open?: number;
}

/** Data as a tree that can be opened and closed, also with the keyboard. Changed values are marked. */
export const ValueTree = ({ fields, before = null, open = 1 }: Props) => (
  <ul className="values">
    {Object.entries(fields).map(([name, value]) => {
      const earlier = before?.[name];
      const isChanged = before !== null && !isEqual(earlier, value);
      const isOpenable = isFields(value) && Object.keys(value).length > 0 && !('xstate$$type' in value);
      const line = (
        <>
          <span className="name">{name}</span>{' '}
          <span className={`value ${kindOf(value)}`} title={typeof value === 'string' ? value : undefined}>
            {shortText(value)}
          </span>
          {isChanged && (
            <span className="changed">
              <span className="hidden">, </span>changed
            </span>
          )}
        </>
      );
      return (
        <li key={name} data-changed={isChanged || undefined}>
          {isOpenable ? (
            <details open={open > 0}>
              <summary>{line}</summary>
              <ValueTree
                fields={value}
                before={isChanged && isFields(earlier) ? earlier : null}
                open={open - 1}
              />
            </details>
          ) : (
            <div className="leaf">{line}</div>
          )}
        </li>
      );
    })}
  </ul>
);
