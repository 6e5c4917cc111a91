import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { panelPadding } from '../ui/theme/panelPadding.ts';
import { FlowSection } from '../app/errors/FlowSection.tsx';
import { BillingForm } from './BillingForm.tsx';

const Panel = styled(Card)(({ theme }) => ({
  ...panelPadding(theme),
})) as typeof Card;

/** On the profile. */
export default function InvoiceDetails() {
  return (
    <Panel component="section" aria-labelledby="invoice-details">
      <Typography variant="h3" component="h2" id="invoice-details" sx={{ marginBlockEnd: 1 }}>
        Invoice details
      </Typography>
      <Typography sx={{ marginBlockEnd: 2.5, color: 'text.secondary' }}>
        Optional: the details on invoices for bookings paid by card. If you leave them empty, invoices show
        only your name.
      </Typography>
      <FlowSection needs={['billing', 'saveBilling']}>
        <BillingForm />
      </FlowSection>
    </Panel>
  );
}
