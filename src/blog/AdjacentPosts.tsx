import { Link } from 'react-router-dom';
import type { BlogPost } from '../../contract/blog.ts';
import { ArrowLeftIcon, ArrowRightIcon } from '../icons/interface.tsx';
import { styled } from '../theme/styled.ts';

const Ways = styled('nav')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  marginBlockStart: theme.spacing(7),
  paddingBlockStart: theme.spacing(4),
  borderBlockStart: `1px solid ${theme.vars.palette.line}`,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr 1fr' },
  '& a': {
    display: 'grid',
    alignContent: 'start',
    gap: theme.spacing(0.75),
    padding: theme.spacing(2.25, 2.5),
    borderRadius: 20,
    border: `1px solid ${theme.vars.palette.line}`,
    backgroundColor: theme.vars.palette.background.paper,
    color: 'inherit',
    textDecoration: 'none',
    transition: 'background-color 160ms',
    '&:hover': { backgroundColor: theme.vars.palette.tint },
  },
  '& .side': {
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1),
    color: theme.vars.palette.text.secondary,
    fontSize: theme.typography.body2.fontSize,
    fontWeight: 600,
    '& svg': { fontSize: '1.125rem' },
  },
  '& .title': { ...theme.typography.h3, fontSize: '1.1875rem' },
  '& .newer': {
    [theme.breakpoints.up('sm')]: {
      gridColumn: 2,
      textAlign: 'end',
      '& .side': { justifyContent: 'flex-end' },
    },
  },
}));

/** The posts before and after this one. */
export const AdjacentPosts = ({ older, newer }: Pick<BlogPost, 'older' | 'newer'>) =>
  (older ?? newer) && (
    <Ways aria-label="Other posts">
      {older && (
        <Link to={`/blog/${older.id}`}>
          <span className="side">
            <ArrowLeftIcon />
            Older
          </span>
          <span className="title">{older.title}</span>
        </Link>
      )}
      {newer && (
        <Link className="newer" to={`/blog/${newer.id}`}>
          <span className="side">
            Newer
            <ArrowRightIcon />
          </span>
          <span className="title">{newer.title}</span>
        </Link>
      )}
    </Ways>
  );
