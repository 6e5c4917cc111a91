import { FlowSection } from '../../app/errors/FlowSection.tsx';
import { EnquiryForm } from './EnquiryForm.tsx';

/** The enquiry form of the home page, a lazy section. */
const EventEnquiry = () => (
  <FlowSection needs={['enquiry']}>
    <EnquiryForm variant="enquiry" label="Event enquiry" />
  </FlowSection>
);

export default EventEnquiry;
