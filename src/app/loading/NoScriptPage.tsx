import Button from '@mui/material/Button';
import { brand } from '../../../domain/content/brand.ts';
import { InfoIcon } from '../../ui/icons/interface.tsx';
import { Notice } from '../../ui/layout/Notice.tsx';
import { ContactDetails } from './WithoutScripts.tsx';

/** Replaces a page that only the browser renders when scripts are off. */
export const NoScriptPage = () => (
  <noscript>
    <Notice
      level="h1"
      icon={<InfoIcon />}
      title="This page needs JavaScript"
      text={
        <>
          Your profile, your bookings and booking a room need JavaScript, which your browser does not run.
          Turn it on and load the page again. To book without it, <ContactDetails />. Our rooms and prices,
          the blog and the page about {brand.name} work without JavaScript.
        </>
      }
    >
      <Button href="/meeting-room">Rooms and prices</Button>
      <Button href="/blog" variant="outlined">
        The Blog
      </Button>
      <Button href="/about-us" variant="outlined">
        About us
      </Button>
    </Notice>
  </noscript>
);
