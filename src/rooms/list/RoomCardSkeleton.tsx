import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { BookBarRow } from './BookBar.tsx';
import {
  roomCardAmenities,
  roomCardBookBar,
  RoomCardFrame,
  roomCardPhoto,
  RoomCardText,
} from './roomCardFrame.ts';

const Photo = styled(Skeleton)(roomCardPhoto);
const Amenities = styled(Skeleton)(roomCardAmenities);
const BookBar = styled(BookBarRow)(roomCardBookBar);

/** As large as the loaded card. */
export const RoomCardSkeleton = () => (
  <RoomCardFrame aria-hidden="true">
    <Photo variant="rectangular" />
    <RoomCardText>
      <div>
        <Skeleton variant="rounded" width="min(16rem, 60%)" height={28} />
        <Skeleton
          variant="rounded"
          width="min(22rem, 80%)"
          sx={{ height: { xs: 47, sm: 20 }, marginBlockStart: 1.25 }}
        />
      </div>
      <Amenities variant="rounded" width={180} height={32} />
      <Skeleton variant="rounded" sx={{ height: { xs: 109, sm: 58 }, borderRadius: '18px' }} />
      <BookBar>
        <Skeleton variant="rounded" width={170} height={20} />
        <Skeleton
          variant="rounded"
          sx={{ width: { xs: '100%', sm: 140 }, height: 48, borderRadius: '24px' }}
        />
      </BookBar>
    </RoomCardText>
  </RoomCardFrame>
);
