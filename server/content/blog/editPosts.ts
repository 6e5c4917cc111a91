import { sql, type Selectable } from 'kysely';
import type {
  DeletePostRequest,
  DeskPost,
  PostInList,
  PublishPostRequest,
  SavePostRequest,
  UnpublishPostRequest,
} from '../../../contract/desk/posts.ts';
import { addDays, dateAt, instantOf } from '../../../domain/time/calendar.ts';
import { uploadedPicturesIn, PLACEHOLDER_PICTURE } from '../../../domain/rooms/pictures.ts';
import { MAX_POST_DAYS_AHEAD, postState } from '../../../domain/content/post.ts';
import { parseSlotTime } from '../../../domain/time/slots.ts';
import type { EpochMs } from '../../../domain/time/epochMs.ts';
import { ApiError, fieldError } from '../../platform/http/apiError.ts';
import type { BlogPostTable, Database, Tx } from '../../platform/database/schema.ts';
import { lockNamed } from '../../platform/database/transaction.ts';
import { changedFields } from '../../audit/changedFields.ts';
import { checkPictures } from '../pictures/pictures.ts';
import { staleEditError } from '../../audit/staleEdit.ts';
import type { AuditedResult, AuditedChange } from '../../audit/staffChange.ts';

type StoredPost = Selectable<BlogPostTable>;

interface PostVersion {
  readonly id: number;
  readonly version: number;
}

const listColumns = [
  'id',
  'title',
  'author',
  'day',
  'image',
  'summary',
  'publish_at',
  'version',
] as const satisfies readonly (keyof StoredPost)[];

const inList = ({ day, publish_at, ...post }: Omit<StoredPost, 'body'>, now: EpochMs): PostInList => ({
  ...post,
  date: day,
  state: postState(publish_at && publish_at.getTime(), now),
  publish_at: publish_at && publish_at.toISOString(),
});

/** All posts without their texts: first the drafts, then the others, newest first. */
export async function deskPosts(database: Database, now: EpochMs): Promise<PostInList[]> {
  const posts = await database
    .selectFrom('blog_post')
    .select(listColumns)
    .orderBy(sql`publish_at is not null`)
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return posts.map((post) => inList(post, now));
}

/** True for a draft that has never been on the site. The audit has an entry for each post that was taken off the site. */
async function isDeletable(
  database: Database | Tx,
  { id, publish_at }: Pick<StoredPost, 'id' | 'publish_at'>,
): Promise<boolean> {
  if (publish_at !== null) return false;
  const publishedEntry = await database
    .selectFrom('audit_entry')
    .select('id')
    .where('subject', '=', 'post')
    .where('subject_id', '=', String(id))
    .where('action', '=', 'post taken off')
    .where(sql<boolean>`(was ->> 'publish_at')::timestamptz <= at`)
    .limit(1)
    .executeTakeFirst();
  return publishedEntry === undefined;
}

/** A post with its text. Throws 404 for an unknown id. */
export async function deskPost(database: Database, id: number, now: EpochMs): Promise<DeskPost> {
  const post = await database
    .selectFrom('blog_post')
    .select([...listColumns, 'body'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!post) throw new ApiError('not-found', 'There is no such post');
  const { body, ...listed } = post;
  return { ...inList(listed, now), body, deletable: await isDeletable(database, listed) };
}

/**
 * Reads a post and locks it until the transaction ends. Throws 404 for an unknown post, and 409 when the post no longer has the
 * edited version.
 */
async function lockPost(tx: Tx, id: number, version: number): Promise<StoredPost> {
  const post = await tx
    .selectFrom('blog_post')
    .select([...listColumns, 'body'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!post) throw new ApiError('not-found', 'There is no such post');
  if (post.version !== version) throw await staleEditError(tx, 'post', String(id), version);
  return post;
}

/** Contains the new version of the post, which `staleEditError` needs. */
const postChange = (
  action: string,
  { id, version }: PostVersion,
  was: object | null,
  became: object,
  reason?: string,
): AuditedChange => ({
  action,
  subject: 'post',
  subjectId: String(id),
  was,
  became: { ...became, version },
  reason,
});

/** An id that no post has had before, so that edits and audit entries never refer to another post. */
async function nextId(tx: Tx): Promise<number> {
  // The lock prevents two new posts from getting the same id.
  await lockNamed(tx, 'post ids');
  const { rows } = await sql<{ id: number }>`
    select greatest((select max(id) from blog_post),
      (select max(subject_id::integer) from audit_entry where subject = 'post'), 0) + 1 as id`.execute(tx);
  return rows[0]?.id ?? 1;
}

/**
 * Creates a draft, or changes the fields of a post. Throws 400 for a picture that was not uploaded, 404 for an unknown post,
 * and 409 when the post was changed meanwhile.
 */
export async function savePost(
  tx: Tx,
  { id, version, title, author, summary, image, body }: SavePostRequest,
  now: EpochMs,
): Promise<AuditedResult<PostVersion>> {
  const fields = { title, author, summary, image: image ?? PLACEHOLDER_PICTURE, body };
  if (id === null) {
    await checkPictures(tx, 'image', [fields.image], []);
    await checkPictures(tx, 'body', uploadedPicturesIn(body), []);
    const post = { id: await nextId(tx), version: 1 };
    await tx
      .insertInto('blog_post')
      .values({ ...fields, ...post, day: dateAt(now), publish_at: null })
      .execute();
    return { result: post, changes: [postChange('post written', post, null, fields)] };
  }
  const before = await lockPost(tx, id, version);
  await checkPictures(tx, 'image', [fields.image], [before.image]);
  await checkPictures(tx, 'body', uploadedPicturesIn(body), uploadedPicturesIn(before.body));
  const { title: oldTitle, author: oldAuthor, summary: oldSummary, image: oldImage, body: oldBody } = before;
  const changed = changedFields(
    { title: oldTitle, author: oldAuthor, summary: oldSummary, image: oldImage, body: oldBody },
    fields,
  );
  if (!changed) return { result: { id, version }, changes: [] };
  const post = { id, version: version + 1 };
  await tx
    .updateTable('blog_post')
    .set({ ...fields, version: post.version, ...(before.publish_at === null && { day: dateAt(now) }) })
    .where('id', '=', id)
    .execute();
  return { result: post, changes: [postChange('post changed', post, changed.was, changed.became)] };
}

/** Throws 400 for an instant in the past or too far ahead. */
function publicationTime({ day, time }: PublishPostRequest, now: EpochMs): number {
  if (day === null) return now;
  const today = dateAt(now);
  const lastAllowed = addDays(today, MAX_POST_DAYS_AHEAD);
  if (day < today || day > lastAllowed) throw fieldError('day', `must be from ${today} to ${lastAllowed}`);
  const at = instantOf(day, parseSlotTime(time ?? '00:00') ?? 0);
  // Today without a time means at once.
  if (at < now && day === today && time === null) return now;
  if (at < now) throw fieldError('time', 'must be in the future');
  return at;
}

/**
 * Publishes a post, at once or at a later time; its date becomes that day. Throws 400 for a time in the past and for a time of a
 * post that is already published, 404 for an unknown post, and 409 when the post was changed meanwhile.
 */
export async function publishPost(
  tx: Tx,
  request: PublishPostRequest,
  now: EpochMs,
): Promise<AuditedResult<PostVersion>> {
  const { id, version } = request;
  const at = publicationTime(request, now);
  const before = await lockPost(tx, id, version);
  const was = before.publish_at && before.publish_at.getTime();
  if (postState(was, now) === 'published') {
    if (request.day !== null) throw fieldError('day', 'must be empty: the post is already published');
    return { result: { id, version }, changes: [] };
  }
  if (was === at) return { result: { id, version }, changes: [] };
  const post = { id, version: version + 1 };
  await tx
    .updateTable('blog_post')
    .set({ publish_at: new Date(at), day: dateAt(at), version: post.version })
    .where('id', '=', id)
    .execute();
  const action = at > now ? 'post scheduled' : 'post published';
  const became = { publish_at: new Date(at).toISOString() };
  const entry = { publish_at: was === null ? null : new Date(was).toISOString() };
  return { result: post, changes: [postChange(action, post, entry, became)] };
}

/**
 * Turns a published or scheduled post into a draft. Throws 404 for an unknown post, and 409 when the post was changed meanwhile.
 */
export async function unpublishPost(
  tx: Tx,
  { id, version, reason }: UnpublishPostRequest,
): Promise<AuditedResult<PostVersion>> {
  const before = await lockPost(tx, id, version);
  if (before.publish_at === null) return { result: { id, version }, changes: [] };
  const post = { id, version: version + 1 };
  await tx
    .updateTable('blog_post')
    .set({ publish_at: null, version: post.version })
    .where('id', '=', id)
    .execute();
  const was = { publish_at: before.publish_at.toISOString() };
  return {
    result: post,
    changes: [postChange('post taken off', post, was, { publish_at: null }, reason)],
  };
}

/**
 * Deletes a draft that has never been on the site; the audit stores its content. Throws 404 for an unknown post, and 409 for a
 * post that has been on the site, which can only be taken off, and when the post was changed meanwhile.
 */
export async function deletePost(
  tx: Tx,
  { id, version, reason }: DeletePostRequest,
): Promise<AuditedResult<null>> {
  const { publish_at, version: _version, id: _id, ...was } = await lockPost(tx, id, version);
  if (!(await isDeletable(tx, { id, publish_at }))) {
    throw new ApiError(
      'was-published',
      'This post has been published: it can be taken off the site, but not deleted',
    );
  }
  await tx.deleteFrom('blog_post').where('id', '=', id).execute();
  const change = { action: 'post deleted', subject: 'post', subjectId: String(id) } as const;
  return { result: null, changes: [{ ...change, was, became: null, reason }] };
}
