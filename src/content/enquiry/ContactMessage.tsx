import { FlowSection } from '../../app/errors/FlowSection.tsx';
import { EnquiryForm } from './EnquiryForm.tsx';

/** The contact form of the about page, a lazy section. */
const ContactMessage = () => (
  <FlowSection needs={['contact']}>
    <EnquiryForm variant="contact" label="Message to us" />
  </FlowSection>
);

export default ContactMessage;
