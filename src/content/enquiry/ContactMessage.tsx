import { FlowSection } from '../../app/errors/FlowSection.tsx';
import { EnquiryForm } from './EnquiryForm.tsx';

/** A lazy section of the about page. */
const ContactMessage = () => (
  <FlowSection needs={['contact']}>
    <EnquiryForm variant="contact" label="Message to us" />
  </FlowSection>
);

export default ContactMessage;
