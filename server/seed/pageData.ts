import type { BlogPost, BlogPostSummary, BlogResponse } from '../../contract/content/blog.ts';
import type { Room } from '../../contract/rooms/rooms.ts';
import { defaultCancellationPolicies } from '../../domain/money/cancellation.ts';
import { POSTS_PER_PAGE } from '../content/blog/posts.ts';
import { roomResponse } from '../rooms/rooms.ts';
import { seedPosts } from './posts.ts';
import { seedRooms } from './rooms.ts';

/** The API's responses for the initial rooms and posts, with which the build prerenders pages. */
export const rooms: readonly Room[] = seedRooms.map((room) =>
  roomResponse({ ...room, rates: [], cancellation: defaultCancellationPolicies }),
);

const newestFirst = seedPosts
  .map(({ day: date, ...post }) => ({ ...post, date }))
  .sort((a, b) => b.date.localeCompare(a.date) || b.id - a.id);

const neighbour = (post: BlogPostSummary | undefined): BlogPost['older'] =>
  post ? { id: post.id, title: post.title } : null;

export const posts: readonly BlogPost[] = newestFirst.map((post, index) => ({
  ...post,
  older: neighbour(newestFirst[index + 1]),
  newer: neighbour(newestFirst[index - 1]),
}));

export const blog: BlogResponse = {
  results: newestFirst.slice(0, POSTS_PER_PAGE).map(({ body: _body, ...summary }) => summary),
  total_pages: Math.max(1, Math.ceil(posts.length / POSTS_PER_PAGE)),
  current_page: 1,
};
