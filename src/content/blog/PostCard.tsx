import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { BlogPostSummary } from '../../../contract/content/blog.ts';
import { styled } from '@mui/material/styles';
import { PostByline } from './PostByline.tsx';
import { PostPicture } from './PostPicture.tsx';
import { postCardStyles } from './postCardStyles.ts';

const Frame = styled(Card)(({ theme }) => ({
  ...postCardStyles(theme),
  position: 'relative',
  transition: 'box-shadow 200ms',
  '& .photo img': { transition: 'transform 400ms ease-out' },
  '& .photo.faded img': { opacity: 0.55 },
  '& h2 a': {
    color: 'inherit',
    textDecoration: 'none',
    // The whole card is clickable; screen readers read only the title.
    '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 24 },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': {
      outline: `3px solid ${theme.vars.palette.secondary.main}`,
      outlineOffset: -3,
    },
  },
  '& .summary': { margin: 0, color: theme.vars.palette.text.secondary },
  '& .text > p:last-child': { marginBlockStart: 'auto', paddingBlockStart: theme.spacing(0.5) },
  '&:hover': {
    boxShadow: theme.vars.shadows[4],
    '& h2 a': {
      textDecoration: 'underline',
      textDecorationThickness: '0.06em',
      textUnderlineOffset: '0.16em',
    },
    '& .photo:not(.faded) img': { transform: 'scale(1.025)' },
  },
  '&[data-large] h2': { ...theme.typography.h2, fontSize: 'clamp(1.5rem, 1.3rem + 0.9vw, 2rem)' },
})) as typeof Card;

const sizes = {
  large: '(min-width: 80em) 600px, (min-width: 56.25em) 47vw, (min-width: 37.5em) 52vw, calc(100vw - 2rem)',
  small: '(min-width: 80em) 390px, (min-width: 56.25em) 31vw, (min-width: 37.5em) 47vw, calc(100vw - 2rem)',
} as const;

interface Props {
  post: BlogPostSummary;
  isLarge?: boolean;
  /** The first post's picture is loaded at once. */
  isFirst?: boolean;
}

export const PostCard = ({ post, isLarge = false, isFirst = false }: Props) => (
  <Frame component="article" data-large={isLarge || undefined}>
    <PostPicture
      path={post.image}
      sizes={isLarge ? sizes.large : sizes.small}
      firstOn={isFirst ? 'allScreens' : undefined}
    />
    <div className="text">
      <Typography variant="h3" component="h2">
        <Link href={`/blog/${post.id}`}>{post.title}</Link>
      </Typography>
      <p className="summary">{post.summary}</p>
      <PostByline post={post} />
    </div>
  </Frame>
);
