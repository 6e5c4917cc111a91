import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { AboutUs } from './AboutUs.tsx';
import { Contact } from './Contact.tsx';
import { OurVision } from './OurVision.tsx';
import { Services } from './Services.tsx';
import { WhyUs } from './WhyUs.tsx';

/** Spec 1 and 2. */
export default function AboutPage() {
  return (
    <>
      <PageTitle>About us</PageTitle>
      <AboutUs />
      <Services />
      <WhyUs />
      <OurVision />
      <Contact />
    </>
  );
}
