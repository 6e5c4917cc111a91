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

/** The content of a cell. Columns of numbers are right-aligned. */
export type DeskCell = ReactNode;

interface Props {
  /** The accessible name of the table. */
  readonly label: string;
  /** The columns; the titles of numbers begin with '#'. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly DeskCell[] }[];
}

/** Wider tables do not fit a phone: there, each row becomes a list of its cells with their column titles. */
const MAX_COLUMNS_ON_PHONE = 3;

/** A table with more columns than this fits only a wide window. */
const MAX_COLUMNS_ON_TABLET = 4;

/** Each row as a list of its cells with their column titles. */
const recordStyles = (theme: Theme): CSSObject => ({
  '& table, & tbody, & tr': { display: 'block' },
  '& thead': { ...visuallyHidden },
  '& tr': { paddingBlock: theme.spacing(1.25), borderBlockEnd: `1px solid ${theme.vars.palette.line}` },
  '& tr:last-of-type': { borderBlockEnd: 0 },
  '& td': {
    display: 'grid',
    gridTemplateColumns: '6.5rem minmax(0, 1fr)',
    gap: theme.spacing(1),
    alignItems: 'baseline',
    justifyItems: 'start',
    padding: theme.spacing(0.25, 0),
    border: 0,
    textAlign: 'start',
    overflowWrap: 'anywhere',
    '&::before': { content: 'attr(data-title)', color: theme.vars.palette.text.secondary },
    '&:empty': { display: 'none' },
  },
});

const Container = styled(TableContainer)(({ theme }) => ({
  // A long word wraps instead of squeezing the other columns.
  [theme.breakpoints.up('sm')]: { '& td': { minWidth: '5.5rem', overflowWrap: 'anywhere' } },
  [theme.breakpoints.down('sm')]: { '&.records': recordStyles(theme) },
  [theme.breakpoints.between('sm', 'lg')]: {
    '&.wide': {
      ...recordStyles(theme),
      '& tr': {
        display: 'grid',
        gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
        columnGap: theme.spacing(3),
        paddingBlock: theme.spacing(1.5),
        borderBlockEnd: `1px solid ${theme.vars.palette.line}`,
      },
    },
  },
}));

const classOf = (columns: number): string =>
  columns > MAX_COLUMNS_ON_TABLET ? 'records wide' : columns > MAX_COLUMNS_ON_PHONE ? 'records' : '';

/**
 * A table of the desk. A table that is too wide scrolls sideways, also with the keyboard. The ARIA roles are explicit because some
 * browsers drop the roles of a table that is laid out as a list.
 */
export const DeskTable = ({ label, columns, rows }: Props) => (
  <Container tabIndex={0} role="group" aria-label={label} className={classOf(columns.length)}>
    <Table size="small" role="table" aria-label={label}>
      <TableHead role="rowgroup">
        <TableRow role="row">
          {columns.map((title) => (
            <TableCell key={title} role="columnheader" className={title.startsWith('#') ? 'number' : ''}>
              {title.replace(/^#/, '')}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody role="rowgroup">
        {rows.map(({ key, cells }) => (
          <Row key={key} columns={columns} cells={cells} />
        ))}
      </TableBody>
    </Table>
  </Container>
);

function Row({ columns, cells }: Pick<Props, 'columns'> & { cells: readonly DeskCell[] }) {
  const ref = useFocusParentOnUnmount<HTMLTableRowElement>();
  return (
    <TableRow role="row" ref={ref}>
      {cells.map((cell, index) => (
        <TableCell
          key={columns[index]}
          role="cell"
          data-title={columns[index]?.replace(/^#/, '')}
          className={columns[index]?.startsWith('#') ? 'number' : ''}
        >
          {cell}
        </TableCell>
      ))}
    </TableRow>
  );
}
