import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { type CSSObject, styled, type Theme } from '@mui/material/styles';
import visuallyHidden from '@mui/utils/visuallyHidden';
import type { ReactNode } from 'react';
import { useFocusParentOnUnmount } from '../../ui/fields/useFocusParentOnUnmount.ts';

/** Columns of numbers are right-aligned. */
export type DeskCell = ReactNode;

interface Props {
  /** The accessible name of the table. */
  readonly label: string;
  /** The titles of columns of numbers begin with '#'. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly DeskCell[] }[];
  /** Outside a panel the cells are wider. */
  readonly isInPanel?: boolean;
  /** For few columns with long words, such as email addresses: a phone shows the rows as lists too. */
  readonly hasLongWords?: boolean;
}

/** Wider tables do not fit a phone: there, each row becomes a list of its cells with their column titles. */
const MAX_COLUMNS_ON_PHONE = 3;

/** A table with more columns than this fits only a wide window. */
const MAX_COLUMNS_ON_TABLET = 4;

type Layout = 'table' | 'records' | 'wide';

const layoutOf = (columns: number, hasLongWords: boolean): Layout =>
  columns > MAX_COLUMNS_ON_TABLET
    ? 'wide'
    : hasLongWords || columns > MAX_COLUMNS_ON_PHONE
      ? 'records'
      : 'table';

interface Slot {
  readonly ownerState: { readonly layout: Layout };
}

const isOf =
  (layout: Layout) =>
  ({ ownerState }: Slot): boolean =>
    ownerState.layout === layout;

/** Each row is a list of its cells with their column titles. */
const asRecords = (theme: Theme, style: CSSObject) => ({
  variants: [
    { props: isOf('records'), style: { [theme.breakpoints.down('sm')]: style } },
    { props: isOf('wide'), style: { [theme.breakpoints.down('lg')]: style } },
  ],
});

const TableRoot = styled(Table)<Slot>(({ theme }) => asRecords(theme, { display: 'block' }));

const Head = styled(TableHead)<Slot>(({ theme }) => asRecords(theme, visuallyHidden as CSSObject));

const Body = styled(TableBody)<Slot>(({ theme }) => asRecords(theme, { display: 'block' }));

const BodyRow = styled(TableRow)<Slot>(({ theme }) => ({
  variants: [
    ...asRecords(theme, {
      display: 'block',
      paddingBlock: theme.spacing(1.25),
      borderBlockEnd: `1px solid ${theme.vars.palette.line}`,
      '&:last-of-type': { borderBlockEnd: 0 },
    }).variants,
    {
      props: isOf('wide'),
      style: {
        [theme.breakpoints.between('sm', 'lg')]: {
          display: 'grid',
          gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
          alignItems: 'baseline',
          columnGap: theme.spacing(3),
          paddingBlock: theme.spacing(1.5),
        },
      },
    },
  ],
}));

interface CellSlot {
  readonly ownerState: Slot['ownerState'] & { readonly isInPanel: boolean; readonly isNumber: boolean };
}

const Cell = styled(TableCell)<CellSlot>(({ theme }) => ({
  // A long word wraps instead of squeezing the other columns.
  'td&': { [theme.breakpoints.up('sm')]: { minWidth: '5.5rem', overflowWrap: 'anywhere' } },
  variants: [
    { props: ({ ownerState }: CellSlot) => ownerState.isInPanel, style: { paddingInline: theme.spacing(1) } },
    {
      props: ({ ownerState }: CellSlot) => ownerState.isInPanel && ownerState.isNumber,
      style: { textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    },
    ...asRecords(theme, {
      'td&': {
        display: 'grid',
        gridTemplateColumns: '6.5rem minmax(0, 1fr)',
        gap: theme.spacing(1),
        alignItems: 'baseline',
        justifyItems: 'start',
        padding: theme.spacing(0.25, 0),
        border: 0,
        textAlign: 'start',
        textWrap: 'balance',
        overflowWrap: 'anywhere',
        '&::before': { content: 'attr(data-title)', color: theme.vars.palette.text.secondary },
        '&:empty': { display: 'none' },
      },
    }).variants,
  ],
}));

/**
 * A table that is too wide scrolls sideways, also with the keyboard. The ARIA roles are explicit because some browsers drop
 * the roles of a table that is laid out as a list.
 */
export function DeskTable({ label, columns, rows, isInPanel = true, hasLongWords = false }: Props) {
  const ownerState = { layout: layoutOf(columns.length, hasLongWords), isInPanel };
  return (
    <TableContainer tabIndex={0} role="group" aria-label={label}>
      <TableRoot size="small" role="table" aria-label={label} ownerState={ownerState}>
        <Head role="rowgroup" ownerState={ownerState}>
          <TableRow role="row">
            {columns.map((title) => (
              <Cell
                key={title}
                role="columnheader"
                ownerState={{ ...ownerState, isNumber: title.startsWith('#') }}
              >
                {title.replace(/^#/, '')}
              </Cell>
            ))}
          </TableRow>
        </Head>
        <Body role="rowgroup" ownerState={ownerState}>
          {rows.map(({ key, cells }) => (
            <Row key={key} columns={columns} cells={cells} ownerState={ownerState} />
          ))}
        </Body>
      </TableRoot>
    </TableContainer>
  );
}

interface RowProps extends Pick<Props, 'columns'> {
  readonly cells: readonly DeskCell[];
  readonly ownerState: Omit<CellSlot['ownerState'], 'isNumber'>;
}

function Row({ columns, cells, ownerState }: RowProps) {
  const ref = useFocusParentOnUnmount<HTMLTableRowElement>();
  return (
    <BodyRow role="row" ref={ref} ownerState={ownerState}>
      {cells.map((cell, index) => (
        <Cell
          key={columns[index]}
          role="cell"
          data-title={columns[index]?.replace(/^#/, '')}
          ownerState={{ ...ownerState, isNumber: columns[index]?.startsWith('#') === true }}
        >
          {cell}
        </Cell>
      ))}
    </BodyRow>
  );
}
