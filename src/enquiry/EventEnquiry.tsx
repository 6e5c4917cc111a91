import { FlowSection } from '../shell/FlowSection.tsx';
import { EnquiryForm } from './EnquiryForm.tsx';

export { enquiryFlows as flows } from '../../machines/enquiry.ts';

/** The enquiry form of the home page, a lazy section. */
const EventEnquiry = () => (
  <FlowSection needs={['enquiry']}>
    <EnquiryForm variant="enquiry" label="Event enquiry" />
  </FlowSection>
);

export default EventEnquiry;
