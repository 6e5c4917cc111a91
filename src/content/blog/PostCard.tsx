import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { BlogPostSummary } from '../../../contract/content/blog.ts';
import { type CSSObject, styled, type Theme } from '@mui/material/styles';
import { CardLink } from '../../ui/layout/CardLink.ts';
import { PostByline } from './PostByline.tsx';
import { PostPicture } from './PostPicture.tsx';
import { PostCardFrame, postCardPhotoStyles, PostCardText } from './postCardFrame.ts';

const Frame = styled(PostCardFrame)(({ theme }) => ({
  transition: 'box-shadow 200ms',
  '&:hover': { boxShadow: theme.vars.shadows[4] },
})) as typeof Card;

const Photo = styled(PostPicture)(postCardPhotoStyles);

const photoImage = (theme: Theme): CSSObject => ({
  transition: 'transform 400ms ease-out',
  'article:hover &:not([data-faded])': { transform: 'scale(1.025)' },
  [theme.breakpoints.between('sm', 'md')]: { '[data-large] &': { position: 'absolute', inset: 0 } },
});

const largeTitle = (theme: Theme): CSSObject => ({
  ...theme.typography.h2,
  fontSize: 'clamp(1.5rem, 1.3rem + 0.9vw, 2rem)',
});

const Summary = styled('p')(({ theme }) => ({ margin: 0, color: theme.vars.palette.text.secondary }));

const Byline = styled(PostByline)(({ theme }) => ({
  marginBlockStart: 'auto',
  paddingBlockStart: theme.spacing(0.5),
}));

const sizes = {
  large: '(min-width: 80em) 600px, (min-width: 56.25em) 47vw, (min-width: 37.5em) 52vw, calc(100vw - 2rem)',
  small: '(min-width: 80em) 390px, (min-width: 56.25em) 31vw, (min-width: 37.5em) 47vw, calc(100vw - 2rem)',
} as const;

interface Props {
  post: BlogPostSummary;
  isLarge?: boolean;
  /** Its picture is loaded at once. */
  isFirst?: boolean;
}

export const PostCard = ({ post, isLarge = false, isFirst = false }: Props) => (
  <Frame component="article" data-large={isLarge || undefined}>
    <Photo
      imageSx={photoImage}
      path={post.image}
      sizes={isLarge ? sizes.large : sizes.small}
      firstOn={isFirst ? 'allScreens' : undefined}
    />
    <PostCardText>
      <Typography variant="h3" component="h2" {...(isLarge && { sx: largeTitle })}>
        <CardLink href={`/blog/${post.id}`}>{post.title}</CardLink>
      </Typography>
      <Summary>{post.summary}</Summary>
      <Byline post={post} />
    </PostCardText>
  </Frame>
);
