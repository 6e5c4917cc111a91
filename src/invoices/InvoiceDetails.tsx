import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { panelPadding } from '../ui/theme/panelPadding.ts';
import { FlowSection } from '../app/errors/FlowSection.tsx';
import { BillingForm } from './BillingForm.tsx';

const Panel = styled(Card)(({ theme }) => ({
  ...panelPadding(theme),
  '& h2': { ...theme.typography.h3, margin: theme.spacing(0, 0, 1) },
  '& .lead': { margin: theme.spacing(0, 0, 2.5), color: theme.vars.palette.text.secondary },
})) as typeof Card;

/** The company's details for invoices, on the profile. */
export default function InvoiceDetails() {
  return (
    <Panel component="section" aria-labelledby="invoice-details">
      <h2 id="invoice-details">Invoice details</h2>
      <Typography className="lead">
        Optional: the details on invoices for bookings paid by card. If you leave them empty, invoices show
        only your name.
      </Typography>
      <FlowSection needs={['billing', 'saveBilling']}>
        <BillingForm />
      </FlowSection>
    </Panel>
  );
}
