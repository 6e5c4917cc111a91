import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';

/** The skeleton of a booking's page. */
export const OwnBookingSkeleton = () => (
  <>
    <header aria-hidden="true">
      <Skeleton variant="rounded" width="min(18rem, 80%)" height={44} />
      <Skeleton variant="rounded" width={96} height={36} />
      <Skeleton variant="rounded" width="min(14rem, 70%)" height={24} />
    </header>
    <div className="columns" aria-hidden="true">
      <Card>
        <Skeleton variant="rectangular" sx={{ aspectRatio: { xs: '3 / 2', md: '16 / 9' }, height: 'auto' }} />
        <Skeleton variant="rounded" height={220} sx={{ margin: 3 }} />
      </Card>
      <div className="side">
        <Card className="panel">
          <Skeleton variant="rounded" height={140} />
        </Card>
        <Card className="panel">
          <Skeleton variant="rounded" height={180} />
        </Card>
      </div>
    </div>
  </>
);
