import { EnquiryForm } from '../enquiry/EnquiryForm.tsx';
import { FlowSection } from '../shell/FlowSection.tsx';
import { Landing } from '../shell/Landing.tsx';
import { pageWidth } from '../shell/pageWidth.ts';
import { styled } from '../theme/styled.ts';

const Part = styled(Landing)(({ theme }) => ({
  ...pageWidth(),
  display: 'grid',
  gap: theme.spacing(4),
  paddingBlock: theme.spacing(8),
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.25fr)',
    gap: 'clamp(2.5rem, 6vw, 6rem)',
    paddingBlock: theme.spacing(11),
  },
  '& h2': { ...theme.typography.h1, margin: 0 },
  '& .lead': {
    ...theme.typography.subtitle1,
    maxWidth: '28em',
    margin: theme.spacing(2, 0, 0),
    color: theme.vars.palette.text.secondary,
  },
}));

/** The contact variant of the enquiry form (spec 2 and 5); '/about-us#contact' leads to it. */
export const Contact = () => (
  <Part id="contact" aria-labelledby="contact-title">
    <div>
      <h2 id="contact-title">Write to us</h2>
      <p className="lead">
        Do you have a question about a room or an invoice, or an idea that needs a hall? A person reads every
        message and replies by email or phone.
      </p>
    </div>
    <FlowSection needs={['contact']}>
      <EnquiryForm variant="contact" label="Message to us" />
    </FlowSection>
  </Part>
);
