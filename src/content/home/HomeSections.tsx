import { Features } from './Features.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { PlanEvent } from './PlanEvent.tsx';
import { RoomKinds } from './RoomKinds.tsx';

/** What is below the first screen of the home page, a lazy section. */
const HomeSections = () => (
  <>
    <Features />
    <HowItWorks />
    <RoomKinds />
    <PlanEvent />
  </>
);

export default HomeSections;
