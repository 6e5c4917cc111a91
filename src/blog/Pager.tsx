import Link from '@mui/material/Link';
import CircularProgress from '@mui/material/CircularProgress';
import type { ReactNode } from 'react';

import { ChevronLeftIcon, ChevronRightIcon } from '../icons/interface.tsx';
import { styled } from '@mui/material/styles';
import { pagePath } from './pagePath.ts';
import { pagerNumbers } from './pagerNumbers.ts';

const Bar = styled('nav')(({ theme }) => ({
  marginBlockStart: theme.spacing(6),
  '& ol': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'center',
    gap: theme.spacing(0.75),
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  '& li > *': {
    display: 'grid',
    placeItems: 'center',
    minWidth: 48,
    height: 48,
    borderRadius: 24,
    color: theme.vars.palette.text.primary,
    fontWeight: 650,
    fontVariantNumeric: 'tabular-nums',
    textDecoration: 'none',
    touchAction: 'manipulation',
  },
  '& a': {
    border: `1.5px solid ${theme.vars.palette.outline}`,
    transition: 'background-color 160ms, border-color 160ms',
    '&:hover': { borderColor: theme.vars.palette.primary.main, backgroundColor: theme.vars.palette.tint },
    '&[aria-current]': {
      borderColor: theme.vars.palette.primary.main,
      backgroundColor: theme.vars.palette.primary.main,
      color: theme.vars.palette.primary.contrastText,
    },
  },
  '& svg': { fontSize: '1.375rem' },
  '& .edge': { color: theme.vars.palette.text.disabled },
}));

interface Props {
  total: number;
  /** The page in view. */
  shown: number;
  /** The page that is on its way. */
  awaited: number | null;
}

/** The pages of the blog, each with an address of its own, so that Back, reload and sharing work. */
export const Pager = ({ total, shown, awaited }: Props) => (
  <Bar aria-label="Pages of the blog">
    <ol>
      <li>
        <Step to={shown - 1} isThere={shown > 1} name="Previous page">
          <ChevronLeftIcon />
        </Step>
      </li>
      {pagerNumbers(total, shown).map((page, index, numbers) =>
        page === null ? (
          <li key={`after-${numbers[index - 1]}`} aria-hidden="true">
            <span className="edge">…</span>
          </li>
        ) : (
          <li key={page}>
            <Link
              href={pagePath(page)}
              aria-label={`Page ${page}`}
              {...(page === shown ? { 'aria-current': 'page' } : {})}
            >
              {page === awaited ? <CircularProgress aria-hidden="true" /> : page}
            </Link>
          </li>
        ),
      )}
      <li>
        <Step to={shown + 1} isThere={shown < total} name="Next page">
          <ChevronRightIcon />
        </Step>
      </li>
    </ol>
  </Bar>
);

interface StepProps {
  to: number;
  isThere: boolean;
  name: string;
  children: ReactNode;
}

const Step = ({ to, isThere, name, children }: StepProps) =>
  isThere ? (
    <Link href={pagePath(to)} aria-label={name}>
      {children}
    </Link>
  ) : (
    <span className="edge" role="link" aria-disabled="true" aria-label={name}>
      {children}
    </span>
  );
