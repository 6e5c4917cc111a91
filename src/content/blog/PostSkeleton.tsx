import Stack from '@mui/material/Stack';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';

const Photo = styled(Skeleton)(({ theme }) => ({
  height: 'auto',
  aspectRatio: '16 / 9',
  borderRadius: 28,
  marginBlock: theme.spacing(2.5, 3.5),
}));

/** About as high as the loaded post. */
export const PostSkeleton = () => (
  <Stack sx={{ gap: 1.5, marginBlockStart: 2 }} aria-hidden="true">
    <Skeleton variant="rounded" width="80%" sx={{ height: { xs: 38, sm: 48, md: 60 } }} />
    <Skeleton variant="rounded" width="100%" height={28} />
    <Skeleton variant="rounded" height={28} sx={{ width: { xs: '100%', sm: '70%' } }} />
    <Skeleton variant="rounded" width="60%" height={25} sx={{ display: { sm: 'none' } }} />
    <Skeleton variant="rounded" width="14rem" height={20} />
    <Photo variant="rectangular" />
    {['100%', '96%', '99%', '70%', '98%', '94%', '45%'].map((width) => (
      <Skeleton key={width} variant="rounded" width={width} height={20} />
    ))}
  </Stack>
);
