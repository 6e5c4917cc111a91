import type * as api from '../../contract/desk/posts.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';
import { canonicalJson } from '../../domain/text/canonicalJson.ts';
import { resourceFlow } from '../engine/resource/resourceFlow.ts';
import { staffForm } from './staffForm.ts';

export type PostInList = CamelCased<api.PostInList>;
export type DeskPost = CamelCased<api.DeskPost>;

/** Promises reject with a Failure. */
interface Needs {
  readonly blogDesk: {
    posts(signal: AbortSignal): Promise<readonly PostInList[]>;
    post(id: string, signal: AbortSignal): Promise<DeskPost>;
  };
}

const deskPostsFlow = resourceFlow(
  'deskPosts',
  { needs: ['blogDesk'], shows: ['posts'] },
  ({ blogDesk }: Needs, _key, signal) => blogDesk.posts(signal),
);

/** The key is the post's id. */
const deskPostFlow = resourceFlow(
  'deskPost',
  { needs: ['blogDesk'], shows: ['post'], editedBy: { savePost: (post: DeskPost) => [post] } },
  ({ blogDesk }: Needs, id, signal) => blogDesk.post(id, signal),
);

export const postFlows = [
  deskPostsFlow,
  deskPostFlow,
  staffForm({
    id: 'savePost',
    area: 'blogDesk',
    call: 'save',
    labels: { title: 'Title', author: 'Author', summary: 'Summary', image: 'Picture', body: 'Text' },
    required: {
      title: 'Enter the title',
      author: 'Enter the author',
      summary: 'Enter the summary for the list',
      body: 'Write the text',
    },
    doneText: 'The post is saved',
    changes: ['post', 'posts'],
    isOpen: true,
    // The post's state changes independently of the form.
    edits: {
      resource: 'deskPost',
      fieldsOf: ({ title, author, summary, image, body }: DeskPost) =>
        canonicalJson({ title, author, summary, image, body }),
    },
    leavesFor: { path: '/desk?view=blog', after: 'creating' },
  }),
  staffForm({
    id: 'publishPost',
    area: 'blogDesk',
    call: 'publish',
    labels: { day: 'Day', time: 'Time' },
    doneText: 'The post is published, or scheduled',
    changes: ['post', 'posts'],
    isOpen: true,
  }),
  staffForm({
    id: 'unpublishPost',
    area: 'blogDesk',
    call: 'unpublish',
    labels: { reason: 'Reason' },
    doneText: 'The post is a draft again; only staff can see it',
    changes: ['post', 'posts'],
  }),
  staffForm({
    id: 'deletePost',
    area: 'blogDesk',
    call: 'remove',
    labels: { reason: 'Reason' },
    doneText: 'The draft is deleted',
    changes: ['posts'],
    leavesFor: { path: '/desk?view=blog', after: 'sending' },
  }),
] as const;
