import Button from '@mui/material/Button';
import { Section } from './Section.tsx';

/** The way to the desk for who works here. It is a document of its own, so the browser loads it like another site. */
export const DeskSection = () => (
  <Section
    title="The desk"
    lead="You work here: today's bookings, rooms, people and enquiries."
    action={
      <Button component="a" href="/desk" size="small">
        Open the desk
      </Button>
    }
  />
);
