import { sql, type Selectable } from 'kysely';
import type {
  DeletePostRequest,
  DeskPost,
  PostInList,
  PublishPostRequest,
  SavePostRequest,
  UnpublishPostRequest,
} from '../../contract/deskPosts.ts';
import { addDays, dateAt, instantOf } from '../../domain/calendar.ts';
import { uploadedPicturesIn, PLACEHOLDER_PICTURE } from '../../domain/pictures.ts';
import { MAX_POST_DAYS_AHEAD, postState } from '../../domain/post.ts';
import { parseSlotTime } from '../../domain/slots.ts';
import { ApiError, fieldError } from '../apiError.ts';
import type { BlogPostTable, Database, Tx } from '../database/schema.ts';
import { difference } from './difference.ts';
import { checkPictures } from './pictures.ts';
import { staleEdit } from './staleEdit.ts';
import type { Changed, AuditedChange } from './staffChange.ts';

type StoredPost = Selectable<BlogPostTable>;

/** The id of a post, and the version that it has now. */
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

const inList = ({ day, publish_at, ...post }: Omit<StoredPost, 'body'>, now: number): PostInList => ({
  ...post,
  date: day,
  state: postState(publish_at && publish_at.getTime(), now),
  publish_at: publish_at && publish_at.toISOString(),
});

/** All posts without their texts: drafts, then the newest first. `now`: milliseconds since 1970. */
export async function deskPosts(database: Database, now: number): Promise<PostInList[]> {
  const posts = await database
    .selectFrom('blog_post')
    .select(listColumns)
    .orderBy(sql`publish_at is not null`)
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return posts.map((post) => inList(post, now));
}

/** True for a draft that has never been on the site: the audit has each post that was taken off it. */
async function isDeletable(
  database: Database | Tx,
  { id, publish_at }: Pick<StoredPost, 'id' | 'publish_at'>,
): Promise<boolean> {
  if (publish_at !== null) return false;
  const shown = await database
    .selectFrom('audit_entry')
    .select('id')
    .where('subject', '=', 'post')
    .where('subject_id', '=', String(id))
    .where('action', '=', 'post taken off')
    .where(sql<boolean>`(was ->> 'publish_at')::timestamptz <= at`)
    .limit(1)
    .executeTakeFirst();
  return shown === undefined;
}

/** A post with its text. Refuses (404) an unknown one. `now`: milliseconds since 1970. */
export async function deskPost(database: Database, id: number, now: number): Promise<DeskPost> {
  const post = await database
    .selectFrom('blog_post')
    .select([...listColumns, 'body'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!post) throw new ApiError('not-found', 'There is no such post');
  const { body, ...listed } = post;
  return { ...inList(listed, now), body, deletable: await isDeletable(database, listed) };
}

/** A post, locked until the transaction ends. Refuses with 404, and with 409 when its version is not the edited one. */
async function lockPost(tx: Tx, id: number, version: number): Promise<StoredPost> {
  const post = await tx
    .selectFrom('blog_post')
    .select([...listColumns, 'body'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!post) throw new ApiError('not-found', 'There is no such post');
  if (post.version !== version) throw await staleEdit(tx, 'post', String(id), version);
  return post;
}

/** The entry of a post's change in the audit; it says the version that the post has then, for later stale edits. */
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

/** The id of a new post: no post has had it, so that an edit or an entry of the audit is never about another one. */
async function nextId(tx: Tx): Promise<number> {
  // Keeps two new posts apart.
  await sql`select pg_advisory_xact_lock(hashtext('post ids'))`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select greatest((select max(id) from blog_post),
      (select max(subject_id::integer) from audit_entry where subject = 'post'), 0) + 1 as id`.execute(tx);
  return rows[0]?.id ?? 1;
}

/**
 * Writes a new draft, or changes what a post says. Refuses (400) a picture that was not uploaded, with 404, and with 409 what
 * was changed meanwhile. `now`: milliseconds since 1970.
 */
export async function savePost(
  tx: Tx,
  { id, version, title, author, summary, image, body }: SavePostRequest,
  now: number,
): Promise<Changed<PostVersion>> {
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
  const changed = difference(
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

/** The instant from which on a post is to be on the site. Refuses (400) one that is over or too far ahead. */
function publishAt({ day, time }: PublishPostRequest, now: number): number {
  if (day === null) return now;
  const today = dateAt(now);
  const last = addDays(today, MAX_POST_DAYS_AHEAD);
  if (day < today || day > last) throw fieldError('day', `must be from ${today} to ${last}`);
  const at = instantOf(day, parseSlotTime(time ?? '00:00') ?? 0);
  // Today without a time is at once.
  if (at < now && day === today && time === null) return now;
  if (at < now) throw fieldError('time', 'must be ahead');
  return at;
}

/**
 * Puts a post on the site, at once or from a time on; its date is that day's. Refuses (400) a time that is over and one for
 * a post that is on the site already, with 404, and with 409 what was changed meanwhile. `now`: milliseconds since 1970.
 */
export async function publishPost(
  tx: Tx,
  request: PublishPostRequest,
  now: number,
): Promise<Changed<PostVersion>> {
  const { id, version } = request;
  const at = publishAt(request, now);
  const before = await lockPost(tx, id, version);
  const was = before.publish_at && before.publish_at.getTime();
  if (postState(was, now) === 'published') {
    if (request.day !== null) throw fieldError('day', 'must be empty: the post is on the site already');
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

/** Takes a post off the site, or takes back that it will be there: it is a draft again. Refuses with 404 and 409 as above. */
export async function unpublishPost(
  tx: Tx,
  { id, version, reason }: UnpublishPostRequest,
): Promise<Changed<PostVersion>> {
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
 * Deletes a draft that has never been on the site; the audit keeps what it said. Refuses with 404, and with 409 one that
 * visitors have seen, which is only taken off, and what was changed meanwhile.
 */
export async function deletePost(tx: Tx, { id, version, reason }: DeletePostRequest): Promise<Changed<null>> {
  const { publish_at, version: _version, id: _id, ...was } = await lockPost(tx, id, version);
  if (!(await isDeletable(tx, { id, publish_at }))) {
    throw new ApiError('was-published', 'This post has been on the site: it can be taken off, and is kept');
  }
  await tx.deleteFrom('blog_post').where('id', '=', id).execute();
  const change = { action: 'post deleted', subject: 'post', subjectId: String(id) } as const;
  return { result: null, changes: [{ ...change, was, became: null, reason }] };
}
