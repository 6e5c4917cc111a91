import { Features } from './Features.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { PlanEvent } from './PlanEvent.tsx';
import { RoomKinds } from './RoomKinds.tsx';

/** What is below the first screen, a lazy section. */
const HomeSections = () => (
  <>
    <Features />
    <HowItWorks />
    <RoomKinds />
    <PlanEvent />
  </>
);

export default HomeSections;
