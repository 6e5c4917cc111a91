import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import {
  DetailList,
  DetailName,
  DetailRow,
  DetailValue,
  Panel,
  Panels,
  PanelTitle,
} from '../../ui/layout/panelParts.ts';

const detailWidths = {
  user: ['4.5rem', '6rem', '12rem', '9rem'],
  company: ['10rem', '6rem', '8rem'],
};

/** As large as the loaded details. */
export const DetailsSkeleton = () => (
  <Panels aria-hidden="true">
    {Object.entries(detailWidths).map(([panel, widths], index) => (
      <Panel key={panel}>
        {/* The first heading is next to a button. */}
        <Box sx={index === 0 ? { display: 'flex', alignItems: 'center', minHeight: 44 } : {}}>
          <PanelTitle>
            <Skeleton variant="text" width="7rem" />
          </PanelTitle>
        </Box>
        <DetailList>
          {widths.map((width) => (
            <DetailRow key={width}>
              <DetailName>
                <Skeleton variant="text" width="7rem" />
              </DetailName>
              <DetailValue>
                <Skeleton variant="text" width={width} />
              </DetailValue>
            </DetailRow>
          ))}
        </DetailList>
      </Panel>
    ))}
  </Panels>
);

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
