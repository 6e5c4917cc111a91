import type { PostInList } from '../../../machines/desk/postFlows.ts';
import { StatusChip } from '../../ui/layout/StatusChip.tsx';

const statusChips = {
  draft: { tone: 'quiet', text: 'Draft' },
  scheduled: { tone: 'booking', text: 'Scheduled' },
  published: { tone: 'good', text: 'On the site' },
} as const;

export const PostStatusChip = ({ state }: Pick<PostInList, 'state'>) => (
  <StatusChip tone={statusChips[state].tone}>{statusChips[state].text}</StatusChip>
);
