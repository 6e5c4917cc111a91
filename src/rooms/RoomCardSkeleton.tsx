import Skeleton from '@mui/material/Skeleton';
import { styled } from '../theme/styled.ts';

const Card = styled('div')(({ theme }) => ({
  display: 'grid',
  overflow: 'hidden',
  borderRadius: 24,
  border: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.background.paper,
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(16rem, 21rem) minmax(0, 1fr)' },
  '& .photo': {
    height: 'auto',
    aspectRatio: '3 / 2',
    borderRadius: 0,
    [theme.breakpoints.up('md')]: { aspectRatio: 'auto', minHeight: '100%' },
  },
  '& .about': { display: 'grid', gap: theme.spacing(2), padding: theme.spacing(3) },
}));

/** A room that is still loading, in the size that it will have. */
export const RoomCardSkeleton = () => (
  <Card aria-hidden="true">
    <Skeleton variant="rectangular" className="photo" />
    <div className="about">
      <div>
        <Skeleton variant="rounded" width="min(16rem, 60%)" height={28} />
        <Skeleton variant="rounded" width="min(22rem, 80%)" height={18} sx={{ marginBlockStart: '10px' }} />
      </div>
      <Skeleton variant="rounded" width={180} height={40} />
      <Skeleton variant="rounded" height={152} sx={{ borderRadius: '18px' }} />
      <Skeleton variant="rounded" width={140} height={48} sx={{ borderRadius: '24px' }} />
    </div>
  </Card>
);
