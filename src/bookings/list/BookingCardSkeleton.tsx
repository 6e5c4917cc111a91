import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { bookingCardStyles } from './bookingCardStyles.ts';

const Frame = styled(Card)(({ theme }) => ({
  ...bookingCardStyles(theme),
  '& .title': { minHeight: 81, [theme.breakpoints.up('sm')]: { minHeight: 72 } },
}));

/** The skeleton of a booking's card, with the size of the loaded card. */
export const BookingCardSkeleton = () => (
  <Frame aria-hidden="true">
    <Skeleton variant="rectangular" className="photo" />
    <div className="text">
      <Skeleton variant="rounded" width={64} height={72} sx={{ borderRadius: '16px' }} />
      <div className="title">
        <Skeleton variant="rounded" width="min(10rem, 70%)" height={26} />
        <Skeleton variant="rounded" width="min(13rem, 90%)" height={18} sx={{ marginBlockStart: '10px' }} />
      </div>
      <Skeleton
        className="wide"
        variant="rounded"
        width="min(24rem, 100%)"
        sx={{ height: { xs: 101, sm: 46 } }}
      />
      <Skeleton
        className="wide"
        variant="rounded"
        width="min(28rem, 100%)"
        sx={{ height: { xs: 72, sm: 48, md: 24 } }}
      />
    </div>
  </Frame>
);
