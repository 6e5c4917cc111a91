import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { postCardStyles } from './postCardStyles.ts';

const Frame = styled(Card)(({ theme }) => postCardStyles(theme));

/** The skeleton of a post's card, about as high as the loaded card. */
export const PostCardSkeleton = ({ isLarge }: { isLarge: boolean }) => {
  // A wide card needs fewer lines.
  const hiddenOnWide = isLarge ? { display: { md: 'none' } } : {};
  return (
    <Frame aria-hidden="true" data-large={isLarge || undefined}>
      <Skeleton variant="rectangular" className="photo" />
      <div className="text">
        <Skeleton variant="rounded" width="85%" sx={{ height: { xs: 28, md: isLarge ? 38 : 28 } }} />
        <Skeleton variant="rounded" width="60%" height={28} sx={hiddenOnWide} />
        <Skeleton variant="rounded" height={20} />
        <Skeleton variant="rounded" height={20} />
        <Skeleton variant="rounded" width="70%" height={20} sx={hiddenOnWide} />
        <Skeleton variant="rounded" width="45%" height={18} />
      </div>
    </Frame>
  );
};
