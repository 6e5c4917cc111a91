import { z } from 'zod';
import { MAX_POST_LENGTH } from '../../domain/content/post.ts';
import { blogPostSummary } from '../content/blog.ts';
import { picturePath } from './rooms.ts';
import { optionalReason } from '../reason.ts';
import { calendarDate, count, emptyIsNull, filledLine, filledText, rowId, slotBoundary } from '../values.ts';

/** A post in the desk's list. `publish_at` is an ISO instant, null for a draft. `date` is the day of a draft's last change. */
const postInList = blogPostSummary.extend({
  state: z.enum(['draft', 'scheduled', 'published']),
  publish_at: z.string().nullable(),
  version: z.number(),
});
export type PostInList = z.infer<typeof postInList>;

/** GET posts: all of them, drafts first, then the newest first. */
export const deskPostsResponse = z.object({ data: z.array(postInList) });
export type DeskPostsResponse = z.infer<typeof deskPostsResponse>;

/** GET post: one with its text in Markdown. */
export const deskPostQuery = z.object({ id: rowId });
const deskPost = postInList.extend({
  body: z.string(),
  /** A draft that has never been on the site. */
  deletable: z.boolean(),
});
export type DeskPost = z.infer<typeof deskPost>;
export const deskPostResponse = z.object({ data: deskPost });
export type DeskPostResponse = z.infer<typeof deskPostResponse>;

/**
 * POST save post: a new draft without `id`, otherwise the changed post, which is on the site at once if it is published.
 * `version`: that of the edited post.
 */
export const savePostRequest = z.object({
  id: z.preprocess(emptyIsNull, rowId.nullable()),
  version: count.default(0),
  title: filledLine(120),
  author: filledLine(80),
  summary: filledLine(300),
  image: z.preprocess(emptyIsNull, picturePath.nullable()),
  body: filledText(MAX_POST_LENGTH),
});
export type SavePostRequest = z.output<typeof savePostRequest>;

/** POST publish post: at once, or from a given time (IST) on. */
export const publishPostRequest = z
  .object({
    id: rowId,
    version: count,
    day: z.preprocess(emptyIsNull, calendarDate.nullable()),
    time: z.preprocess(emptyIsNull, slotBoundary.nullable()),
  })
  .refine(({ day, time }) => day !== null || time === null, {
    path: ['day'],
    message: 'is required with a time',
  });
export type PublishPostRequest = z.output<typeof publishPostRequest>;

/** POST unpublish post: makes it a draft again; the next request of any page no longer shows it. */
export const unpublishPostRequest = z.object({ id: rowId, version: count, reason: optionalReason });
export type UnpublishPostRequest = z.output<typeof unpublishPostRequest>;

/** POST delete post: a draft that has never been on the site. */
export const deletePostRequest = z.object({ id: rowId, version: count, reason: optionalReason });
export type DeletePostRequest = z.output<typeof deletePostRequest>;

/** The other POST calls about a post return its id and its new version. */
export const blogPostChangedResponse = z.object({ data: z.object({ id: z.number(), version: z.number() }) });
export type BlogPostChangedResponse = z.infer<typeof blogPostChangedResponse>;
