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
}));

const PostLink = styled(Link)(({ theme }) => ({
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
}));

const NewerLink = styled(PostLink)(({ theme }) => ({
  [theme.breakpoints.up('sm')]: { gridColumn: 2, justifyItems: 'end', textAlign: 'end' },
}));

const Direction = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1),
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
  fontWeight: 600,
}));

const OlderIcon = styled(ArrowLeftIcon)({ fontSize: '1.125rem' });
const NewerIcon = styled(ArrowRightIcon)({ fontSize: '1.125rem' });

const Title = ({ children }: { children: string }) => (
  <Typography variant="h3" component="span" sx={{ fontSize: '1.1875rem' }}>
    {children}
  </Typography>
);

export const AdjacentPosts = ({ older, newer }: Pick<BlogPost, 'older' | 'newer'>) =>
  (older ?? newer) && (
    <Nav aria-label="Other posts">
      {older && (
        <PostLink href={`/blog/${older.id}`}>
          <Direction>
            <OlderIcon />
            Older
          </Direction>
          <Title>{older.title}</Title>
        </PostLink>
      )}
      {newer && (
        <NewerLink href={`/blog/${newer.id}`}>
          <Direction>
            Newer
            <NewerIcon />
          </Direction>
          <Title>{newer.title}</Title>
        </NewerLink>
      )}
    </Nav>
  );
