import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { BlogPost } from '../../../contract/content/blog.ts';
import { ArrowRightIcon } from '../../ui/icons/interface.tsx';
import { ArrowLeftIcon } from '../../ui/icons/pages.tsx';
import { styled } from '@mui/material/styles';

const Nav = styled('nav')(({ theme }) => ({
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
  '& .title': { fontSize: '1.1875rem' },
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
    <Nav aria-label="Other posts">
      {older && (
        <Link href={`/blog/${older.id}`}>
          <span className="side">
            <ArrowLeftIcon />
            Older
          </span>
          <Typography variant="h3" component="span" className="title">
            {older.title}
          </Typography>
        </Link>
      )}
      {newer && (
        <Link className="newer" href={`/blog/${newer.id}`}>
          <span className="side">
            Newer
            <ArrowRightIcon />
          </span>
          <Typography variant="h3" component="span" className="title">
            {newer.title}
          </Typography>
        </Link>
      )}
    </Nav>
  );
