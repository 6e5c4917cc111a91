import type { BlogPostSummary } from '../../../contract/content/blog.ts';
import { longDate } from '../../../domain/time/calendar.ts';
import { styled } from '@mui/material/styles';

const Line = styled('p')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  // Each item has a dot before it; the dots at the start of a line are clipped.
  margin: theme.spacing(0, 0, 0, -2.5),
  clipPath: `inset(0 0 0 ${theme.spacing(2.5)})`,
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
  lineHeight: 1.45,
}));

const Item = styled('span')(({ theme }) => ({
  position: 'relative',
  paddingInlineStart: theme.spacing(2.5),
  '&::before': { content: '"·"', position: 'absolute', insetInlineStart: theme.spacing(1) },
}));

interface Props {
  post: Pick<BlogPostSummary, 'author' | 'date'>;
  /** The reading time, if known. */
  minutes?: number;
  className?: string;
}

export const PostByline = ({ post: { author, date }, minutes, className }: Props) => (
  <Line {...(className && { className })}>
    <Item>{author}</Item>
    <Item>
      <time dateTime={date}>{longDate(date)}</time>
    </Item>
    {minutes !== undefined && <Item>{`${minutes} min read`}</Item>}
  </Line>
);
