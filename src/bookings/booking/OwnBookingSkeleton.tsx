import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { Columns, PageHeader, Panel, Side } from './bookingPageParts.ts';

export const OwnBookingSkeleton = () => (
  <>
    <PageHeader aria-hidden="true">
      <Skeleton variant="rounded" width="min(18rem, 80%)" height={44} />
      <Skeleton variant="rounded" width={96} height={36} />
      <Skeleton variant="rounded" width="min(14rem, 70%)" height={24} />
    </PageHeader>
    <Columns aria-hidden="true">
      <Card>
        <Skeleton variant="rectangular" sx={{ aspectRatio: { xs: '3 / 2', md: '16 / 9' }, height: 'auto' }} />
        <Skeleton variant="rounded" height={220} sx={{ margin: 3 }} />
      </Card>
      <Side>
        <Panel>
          <Skeleton variant="rounded" height={140} />
        </Panel>
        <Panel>
          <Skeleton variant="rounded" height={180} />
        </Panel>
      </Side>
    </Columns>
  </>
);
