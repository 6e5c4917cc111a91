import type { DeskPost, PostInList } from '../../contract/deskPosts.ts';
import { resourceFlow } from '../resourceFlow.ts';
import { staffForm } from './staffForm.ts';

/** What the flows about the blog read. Promises reject with a Failure. */
interface Needs {
  readonly blogDesk: {
    posts(signal: AbortSignal): Promise<readonly PostInList[]>;
    post(id: string, signal: AbortSignal): Promise<DeskPost>;
  };
}

const deskPostsFlow = resourceFlow('deskPosts', ['blogDesk'], ({ blogDesk }: Needs, _key, signal) =>
  blogDesk.posts(signal),
);

/** The open post; the key is its id. */
const deskPostFlow = resourceFlow('deskPost', ['blogDesk'], ({ blogDesk }: Needs, id, signal) =>
  blogDesk.post(id, signal),
);

/** The posts of the blog. */
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
      author: 'Enter who has written it',
      summary: 'Enter the summary that lists show',
      body: 'Write the text',
    },
    doneText: 'The post is saved',
    changes: ['deskPost', 'deskPosts'],
    isOpen: true,
  }),
  staffForm({
    id: 'publishPost',
    area: 'blogDesk',
    call: 'publish',
    labels: { day: 'Day', time: 'Time' },
    doneText: 'The post is published, or will be at its time',
    changes: ['deskPost', 'deskPosts'],
    isOpen: true,
  }),
  staffForm({
    id: 'unpublishPost',
    area: 'blogDesk',
    call: 'unpublish',
    labels: { reason: 'Reason' },
    doneText: 'The post is a draft, which only the staff see',
    changes: ['deskPost', 'deskPosts'],
    isOpen: true,
  }),
  staffForm({
    id: 'deletePost',
    area: 'blogDesk',
    call: 'remove',
    labels: { reason: 'Reason' },
    doneText: 'The draft is deleted',
    changes: ['deskPosts'],
    isOpen: true,
  }),
] as const;
