import Box from '@mui/material/Box';
import { describeValue } from '../../flows/words.ts';
import { CODE } from './theme.ts';

const MAX_CHARACTERS = 60;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const isReference = (value: unknown): value is Fields => isFields(value) && 'xstate$$type' in value;

/** A value on one line: '{id: 3, name: "Marina Huddle"…', '[20, 22]'. */
export function shortText(value: unknown): string {
  const text = describeValue(value, (inner) => (isReference(inner) ? `actor ${String(inner['id'])}` : null));
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

const isEqual = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

const colours = new Map([
  ['string', 'success.main'],
  ['number', 'info.main'],
  ['boolean', 'warning.main'],
]);

const values = {
  font: `0.75rem/1.7 ${CODE}`,
  overflowWrap: 'anywhere',
  '&, & ul': { m: 0, p: 0, listStyle: 'none' },
  '& ul': { ml: 0.75, pl: 1, borderLeft: 1, borderColor: 'divider' },
  '& summary': { cursor: 'pointer' },
  '& div': { pl: 1.75 },
} as const;

interface Props {
  readonly fields: Fields;
  /** Differences from them are marked. */
  readonly before?: Fields | null;
  /** Levels that are open initially. */
  readonly open?: number;
}

/** Data as a tree that can be opened and closed, also with the keyboard. Changed values are marked. */
export const ValueTree = ({ fields, before = null, open = 1 }: Props) => (
  <Box component="ul" sx={values}>
    {Object.entries(fields).map(([name, value]) => {
      const earlier = before?.[name];
      const isChanged = before !== null && !isEqual(earlier, value);
      const line = (
        <>
          {name}{' '}
          <Box component="span" sx={{ color: colours.get(typeof value) ?? 'text.secondary' }}>
            {shortText(value)}
          </Box>
          {isChanged && (
            <Box component="b" sx={{ ml: 1, color: 'secondary.main' }}>
              changed
            </Box>
          )}
        </>
      );
      const isOpenable = isFields(value) && Object.keys(value).length > 0 && !isReference(value);
      const earlierFields = isChanged && isFields(earlier) ? earlier : null;
      return (
        <li key={name} data-changed={isChanged || undefined}>
          {isOpenable ? (
            <details open={open > 0}>
              <summary>{line}</summary>
              <ValueTree fields={value} before={earlierFields} open={open - 1} />
            </details>
          ) : (
            <div>{line}</div>
          )}
        </li>
      );
    })}
  </Box>
);
