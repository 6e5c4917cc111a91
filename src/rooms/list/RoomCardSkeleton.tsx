import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { roomCardStyles } from './roomCardStyles.ts';

const Frame = styled(Card)(({ theme }) => ({
  ...roomCardStyles(theme),
  '& > .photo': { height: 'auto' },
}));

/** The skeleton of a room's card, with the size of the loaded card. */
export const RoomCardSkeleton = () => (
  <Frame aria-hidden="true">
    <Skeleton variant="rectangular" className="photo" />
    <div className="about">
      <div>
        <Skeleton variant="rounded" width="min(16rem, 60%)" height={28} />
        <Skeleton
          variant="rounded"
          width="min(22rem, 80%)"
          sx={{ height: { xs: 47, sm: 20 }, marginBlockStart: '10px' }}
        />
      </div>
      <Skeleton className="amenities" variant="rounded" width={180} height={32} />
      <Skeleton variant="rounded" sx={{ height: { xs: 109, sm: 58 }, borderRadius: '18px' }} />
      <div className="booking">
        <Skeleton variant="rounded" width={170} height={20} />
        <Skeleton
          variant="rounded"
          sx={{ width: { xs: '100%', sm: 140 }, height: 48, borderRadius: '24px' }}
        />
      </div>
    </div>
  </Frame>
);
