import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { ChevronDownIcon } from '../ui/icons/interface.tsx';
import { useSelector } from '../app/system/useSelector.ts';
import { useOptionalFlow } from '../app/system/flows.ts';
import { FlowSection } from '../app/errors/FlowSection.tsx';
import { BillingForm } from './BillingForm.tsx';

const Choice = styled(Accordion)(({ theme }) => ({
  // Material UI removes a margin when it opens, and the question would move.
  paddingBlockStart: theme.spacing(2),
  backgroundColor: 'transparent',
  '&::before': { display: 'none' },
}));

const Question = styled(AccordionSummary)(({ theme }) => ({
  ...theme.typography.body1,
  minHeight: 48,
  padding: 0,
  borderRadius: 12,
  fontWeight: 600,
}));

/** Optional, before a card payment. The panel starts collapsed, unless a new customer asked for it. */
export default function InvoiceChoice() {
  const isWanted = useSelector(
    useOptionalFlow('newAccount'),
    (snapshot) => snapshot?.context.kept['wantsInvoice'] === 'yes',
  );
  return (
    <Choice
      defaultExpanded={isWanted}
      disableGutters
      elevation={0}
      slotProps={{ transition: { unmountOnExit: true }, heading: { component: 'h3' } }}
    >
      <Question
        expandIcon={<ChevronDownIcon />}
        slotProps={{ expandIconWrapper: { sx: { fontSize: '1.25rem', color: 'inherit' } } }}
      >
        Need a GST invoice?
      </Question>
      <AccordionDetails sx={{ padding: '0 0 8px' }}>
        <Typography sx={{ marginBlockEnd: 2, color: 'text.secondary', fontSize: 'body2.fontSize' }}>
          Save your company’s details before you confirm: an invoice cannot be changed later. For an invoice
          of ₹50,000 or more, the law requires a name, an address and a state.
        </Typography>
        <FlowSection needs={['billing', 'saveBilling']} fallback="button">
          <BillingForm />
        </FlowSection>
      </AccordionDetails>
    </Choice>
  );
}
