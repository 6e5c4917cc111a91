import Skeleton from '@mui/material/Skeleton';
import { styled } from '../theme/styled.ts';

const Card = styled('div')(({ theme }) => ({
  display: 'grid',
  overflow: 'hidden',
  borderRadius: 24,
  border: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.background.paper,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '15rem minmax(0, 1fr)' },
  '& .photo': {
    height: 'auto',
    aspectRatio: '3 / 2',
    borderRadius: 0,
    [theme.breakpoints.up('sm')]: { aspectRatio: 'auto', minHeight: '100%' },
  },
  '& .text': { display: 'grid', gap: theme.spacing(2), padding: theme.spacing(3) },
  '& .title': { display: 'flex', gap: theme.spacing(2.5) },
}));

/** A booking that is still loading, in the size that it will have. */
export const BookingCardSkeleton = () => (
  <Card aria-hidden="true">
    <Skeleton variant="rectangular" className="photo" />
    <div className="text">
      <div className="title">
        <Skeleton variant="rounded" width={64} height={72} sx={{ borderRadius: '16px' }} />
        <div>
          <Skeleton variant="rounded" width={160} height={26} />
          <Skeleton variant="rounded" width={200} height={18} sx={{ marginBlockStart: '10px' }} />
        </div>
      </div>
      <Skeleton variant="rounded" width="min(24rem, 100%)" height={44} />
      <Skeleton variant="rounded" width="min(28rem, 100%)" height={20} />
    </div>
  </Card>
);
