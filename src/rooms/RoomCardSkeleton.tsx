import Skeleton from '@mui/material/Skeleton';
import { styled } from '../theme/styled.ts';
import { roomCardLook } from './roomCardLook.ts';

const Card = styled('div')(({ theme }) => ({
  ...roomCardLook(theme),
  '& > .photo': { height: 'auto' },
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
