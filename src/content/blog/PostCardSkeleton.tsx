import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { PostCardFrame, postCardPhotoStyles, PostCardText } from './postCardFrame.ts';

const Photo = styled(Skeleton)(postCardPhotoStyles);

/** About as high as the loaded card. */
export const PostCardSkeleton = ({ isLarge }: { isLarge: boolean }) => {
  // A wide card needs fewer lines.
  const hiddenOnWide = isLarge ? { display: { md: 'none' } } : {};
  return (
    <PostCardFrame aria-hidden="true" data-large={isLarge || undefined}>
      <Photo variant="rectangular" />
      <PostCardText>
        <Skeleton variant="rounded" width="85%" sx={{ height: { xs: 28, md: isLarge ? 38 : 28 } }} />
        <Skeleton variant="rounded" width="60%" height={28} sx={hiddenOnWide} />
        <Skeleton variant="rounded" height={20} />
        <Skeleton variant="rounded" height={20} />
        <Skeleton variant="rounded" width="70%" height={20} sx={hiddenOnWide} />
        <Skeleton variant="rounded" width="45%" height={18} />
      </PostCardText>
    </PostCardFrame>
  );
};
