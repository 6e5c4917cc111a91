import { useSelector } from '../app/system/useSelector.ts';
import { FlowSection } from '../app/errors/FlowSection.tsx';
import { lazyFlows } from '../../machines/registry.ts';
import { useFlow } from '../app/system/flows.ts';
import { useResource } from '../app/system/resource.ts';
import { styled } from '@mui/material/styles';
import { BuyPoints } from './BuyPoints.tsx';
import { PointsLedger } from './PointsLedger.tsx';

const Panels = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  '&:empty': { display: 'none' },
}));

const PointsPanel = () => (
  <FlowSection needs={['points', 'buyPoints', 'download']}>
    <Points />
  </FlowSection>
);
export default PointsPanel;

function Points() {
  const userId = useSelector(useFlow('session'), ({ context }) => context.session?.user.id);
  const points = useResource(useFlow('points', lazyFlows.accountFlows), userId);
  const price = points.data?.price ?? null;
  return (
    <Panels>
      {price !== null && <BuyPoints pointPaise={price} />}
      <PointsLedger points={points} />
    </Panels>
  );
}
