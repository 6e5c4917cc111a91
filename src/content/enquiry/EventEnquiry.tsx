import { FlowSection } from '../../app/errors/FlowSection.tsx';
import { EnquiryForm } from './EnquiryForm.tsx';

/** A lazy section of the home page. */
const EventEnquiry = () => (
  <FlowSection needs={['enquiry']}>
    <EnquiryForm variant="enquiry" label="Event enquiry" />
  </FlowSection>
);

export default EventEnquiry;
