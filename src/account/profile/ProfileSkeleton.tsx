import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { panelsStyles } from './panelsStyles.ts';

const Panels = styled('div')(({ theme }) => ({
  ...panelsStyles(theme),
  // The first heading is beside a button.
  '& > :first-child .head': { display: 'flex', alignItems: 'center', minHeight: 44 },
}));

const detailWidths = {
  user: ['4.5rem', '6rem', '12rem', '9rem'],
  company: ['10rem', '6rem', '8rem'],
};

/** The skeleton of the details, with the size of the loaded details. */
export const DetailsSkeleton = () => (
  <Panels aria-hidden="true">
    {Object.entries(detailWidths).map(([panel, widths]) => (
      <Card key={panel}>
        <div className="head">
          <h2>
            <Skeleton variant="text" width="7rem" />
          </h2>
        </div>
        <dl>
          {widths.map((width) => (
            <div key={width}>
              <dt>
                <Skeleton variant="text" width="7rem" />
              </dt>
              <dd>
                <Skeleton variant="text" width={width} />
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    ))}
  </Panels>
);

/** The skeleton of the details and the balance. */
export const ProfileSkeleton = () => (
  <>
    <DetailsSkeleton />
    <Skeleton
      variant="rounded"
      sx={{ height: { xs: 341, sm: 211, md: 349 }, borderRadius: '24px' }}
      aria-hidden="true"
    />
  </>
);
