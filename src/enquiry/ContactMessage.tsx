import { FlowSection } from '../shell/FlowSection.tsx';
import { EnquiryForm } from './EnquiryForm.tsx';

export { enquiryFlows as flows } from '../../machines/enquiry.ts';

/** The message to us, fetched when somebody comes to it. */
const ContactMessage = () => (
  <FlowSection needs={['contact']}>
    <EnquiryForm variant="contact" label="Message to us" />
  </FlowSection>
);

export default ContactMessage;
