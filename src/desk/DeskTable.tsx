import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';

/** A cell: its content; numbers stand at the end of their column. */
export type DeskCell = ReactNode;

interface Props {
  /** What the table is, for people who do not see it. */
  readonly label: string;
  /** The columns; the titles of numbers begin with '#'. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly DeskCell[] }[];
}

/** A table of the desk. It scrolls sideways by itself, also with the keyboard, where it is too wide. */
export const DeskTable = ({ label, columns, rows }: Props) => (
  <TableContainer tabIndex={0} role="group" aria-label={label}>
    <Table size="small" aria-label={label}>
      <TableHead>
        <TableRow>
          {columns.map((title) => (
            <TableCell key={title} className={title.startsWith('#') ? 'number' : ''}>
              {title.replace(/^#/, '')}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ key, cells }) => (
          <TableRow key={key}>
            {cells.map((cell, index) => (
              <TableCell key={columns[index]} className={columns[index]?.startsWith('#') ? 'number' : ''}>
                {cell}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </TableContainer>
);
