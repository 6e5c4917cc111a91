import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { CardFrame, CardText, photoStyles, WHOLE_ROW } from './cardParts.ts';

const Photo = styled(Skeleton)(({ theme }) => photoStyles(theme));

/** As large as the loaded card. */
export const BookingCardSkeleton = () => (
  <CardFrame aria-hidden="true">
    <Photo variant="rectangular" />
    <CardText>
      <Skeleton variant="rounded" width={64} height={72} sx={{ borderRadius: '16px' }} />
      <Box sx={{ minHeight: { xs: 81, sm: 72 } }}>
        <Skeleton variant="rounded" width="min(10rem, 70%)" height={26} />
        <Skeleton variant="rounded" width="min(13rem, 90%)" height={18} sx={{ marginBlockStart: 1.25 }} />
      </Box>
      <Skeleton
        variant="rounded"
        width="min(24rem, 100%)"
        sx={{ gridColumn: WHOLE_ROW, height: { xs: 101, sm: 46 } }}
      />
      <Skeleton
        variant="rounded"
        width="min(28rem, 100%)"
        sx={{ gridColumn: WHOLE_ROW, height: { xs: 72, sm: 48, md: 24 } }}
      />
    </CardText>
  </CardFrame>
);
