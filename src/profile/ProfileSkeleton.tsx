import Skeleton from '@mui/material/Skeleton';
import { styled } from '../theme/styled.ts';

const Panels = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  '& > div': {
    display: 'grid',
    gap: theme.spacing(3.75),
    padding: theme.spacing(3, 3.5),
    borderRadius: 24,
    border: `1px solid ${theme.vars.palette.line}`,
    backgroundColor: theme.vars.palette.background.paper,
  },
}));

const lines = { user: ['9rem', '60%', '50%', '75%', '65%'], company: ['11rem', '70%', '45%', '80%'] };

/** The details while they load, in the size that they will have. */
export const ProfileSkeleton = () => (
  <>
    <Panels aria-hidden="true">
      {Object.entries(lines).map(([part, widths]) => (
        <div key={part}>
          {widths.map((width) => (
            <Skeleton key={width} variant="rounded" width={width} height={22} />
          ))}
        </div>
      ))}
    </Panels>
    <Skeleton variant="rounded" height={300} sx={{ borderRadius: '24px' }} aria-hidden="true" />
  </>
);
