import type { BlogPost, BlogResponse } from '../../contract/blog.ts';
import type { Room } from '../../contract/rooms.ts';
import { POSTS_PER_PAGE } from '../blog/posts.ts';
import { roomAnswer } from '../rooms/rooms.ts';
import { seedPosts } from './posts.ts';
import { seedRooms } from './rooms.ts';

/** What the API answers of rooms and posts as long as they are as first filled in: prerendered pages are made with it. */
export const rooms: readonly Room[] = seedRooms.map(roomAnswer);

/** Every post, newest first, as in server/blog/posts.ts. */
export const posts: readonly BlogPost[] = seedPosts
  .map(({ day: date, ...post }) => ({ ...post, date }))
  .sort((a, b) => b.date.localeCompare(a.date) || b.id - a.id);

/** The blog's first page. */
export const blog: BlogResponse = {
  results: posts.slice(0, POSTS_PER_PAGE).map(({ body: _body, ...summary }) => summary),
  total_pages: Math.max(1, Math.ceil(posts.length / POSTS_PER_PAGE)),
  current_page: 1,
};
