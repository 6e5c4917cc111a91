import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';

/** At the top of a page (spec 9). */
export const LARGE_POSTS = 2;

const Lists = styled('div')({
  transition: 'opacity 200ms',
  '&[data-faded]': { opacity: 0.5 },
});

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(3),
  margin: 0,
  padding: 0,
  listStyle: 'none',
}));

const LargePosts = styled(List)(({ theme }) => ({
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}));

const OtherPosts = styled(List)(({ theme }) => ({
  marginBlockStart: theme.spacing(3),
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
}));

interface Props<Item> {
  items: readonly Item[];
  children: (item: Item, index: number) => ReactNode;
  keyOf: (item: Item) => number;
  /** The next page is loading. */
  isFaded?: boolean;
}

/** Two large posts, and the rest in three columns (spec 2). */
export function PostGrid<Item>({ items, children, keyOf, isFaded = false }: Props<Item>) {
  const entry = (item: Item, index: number) => <li key={keyOf(item)}>{children(item, index)}</li>;
  const rest = items.slice(LARGE_POSTS);
  return (
    <Lists data-faded={isFaded || undefined}>
      <LargePosts>{items.slice(0, LARGE_POSTS).map(entry)}</LargePosts>
      {rest.length > 0 && (
        <OtherPosts>{rest.map((item, index) => entry(item, index + LARGE_POSTS))}</OtherPosts>
      )}
    </Lists>
  );
}
