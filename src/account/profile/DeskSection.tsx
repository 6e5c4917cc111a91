import Button from '@mui/material/Button';
import { Section } from '../../ui/layout/Section.tsx';

/** The desk is a separate document, so this is a plain link without the router. */
export const DeskSection = () => (
  <Section
    title="The desk"
    lead="You work here: today’s bookings, rooms, people and enquiries."
    action={
      <Button component="a" href="/desk" size="small">
        Open the desk
      </Button>
    }
  />
);
