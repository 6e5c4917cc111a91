import Skeleton from '@mui/material/Skeleton';
import { styled } from '../theme/styled.ts';

const Card = styled('div')(({ theme }) => ({
  overflow: 'hidden',
  borderRadius: 24,
  border: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.background.paper,
  '& .photo': { height: 'auto', aspectRatio: '16 / 9', borderRadius: 0 },
  '& .text': { display: 'grid', gap: theme.spacing(1.25), padding: theme.spacing(2.5) },
  [theme.breakpoints.between('sm', 'md')]: {
    '&[data-large]': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1.1fr) minmax(0, 1fr)',
      '& .photo': { aspectRatio: 'auto', minHeight: '17rem' },
      '& .text': { alignContent: 'start' },
    },
  },
}));

/** A post that is still loading, in about the size that it will have. */
export const PostCardSkeleton = ({ isLarge }: { isLarge: boolean }) => (
  <Card aria-hidden="true" data-large={isLarge || undefined}>
    <Skeleton variant="rectangular" className="photo" />
    <div className="text">
      <Skeleton variant="rounded" width="85%" height={28} />
      <Skeleton variant="rounded" width="60%" height={28} />
      <Skeleton variant="rounded" height={20} />
      <Skeleton variant="rounded" height={20} />
      <Skeleton variant="rounded" width="70%" height={20} />
      <Skeleton variant="rounded" width="45%" height={18} />
    </div>
  </Card>
);
