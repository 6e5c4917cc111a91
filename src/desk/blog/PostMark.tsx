import type { PostInList } from '../../../contract/deskPosts.ts';
import { StateMark } from '../StateMark.tsx';

const marks = {
  draft: { tone: 'quiet', text: 'Draft' },
  scheduled: { tone: 'booking', text: 'Scheduled' },
  published: { tone: 'good', text: 'On the site' },
} as const;

/** Whether a post is on the site. */
export const PostMark = ({ state }: Pick<PostInList, 'state'>) => (
  <StateMark tone={marks[state].tone}>{marks[state].text}</StateMark>
);
