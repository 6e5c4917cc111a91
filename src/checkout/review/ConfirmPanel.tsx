import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useSelector } from '../../app/system/useSelector.ts';
import { messages } from '../../../domain/text/messages.ts';
import { PointIcon } from '../../ui/icons/interface.tsx';
import { BrandLink } from '../../app/layout/BrandLink.tsx';
import { FlowSection } from '../../app/errors/FlowSection.tsx';
import { LazyInvoiceChoice } from '../../invoices/exports.ts';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { styled } from '@mui/material/styles';
import { CheckoutProgress } from '../payment/CheckoutProgress.tsx';
import { ConfirmBar } from './ConfirmBar.tsx';
import { AccountChoice } from '../price/AccountChoice.tsx';
import { PointsOrCard } from '../price/PointsOrCard.tsx';
import { MovePriceBreakdown } from '../price/MovePriceBreakdown.tsx';
import { PriceBreakdown } from '../price/PriceBreakdown.tsx';
import { isOnAccount } from '../../../machines/checkout/price.ts';
import { offersConfirm } from '../../../machines/checkout/view.ts';
import type { BookingSelection } from '../../../machines/checkout/events.ts';
import { IconSlot } from '../../ui/icons/IconSlot.ts';

const Panel = styled(Card)(({ theme }) => ({
  padding: theme.spacing(3),
  boxShadow: theme.vars.shadows[4],
  [theme.breakpoints.up('md')]: { position: 'sticky', insetBlockStart: 100 },
})) as typeof Card;

const Hint = styled('p')(({ theme }) => ({
  margin: theme.spacing(2, 0, 0),
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
}));

const Notes = styled('ul')(({ theme }) => ({
  margin: theme.spacing(2.5, 0, 0),
  padding: 0,
  listStyle: 'none',
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
}));

const NoteItem = styled('li')(({ theme }) => ({
  display: 'flex',
  gap: theme.spacing(1),
  '&:not(:first-of-type)': { marginBlockStart: theme.spacing(0.75) },
}));

const NoteIcon = () => (
  <IconSlot
    sx={{ alignSelf: 'start', marginBlockStart: '2px', fontSize: '1.125rem', color: 'secondary.main' }}
  >
    <PointIcon />
  </IconSlot>
);

const NoteText = styled('span')({ '&::first-letter': { textTransform: 'uppercase' } });

export function ConfirmPanel({ selection }: { selection: BookingSelection }) {
  const checkout = useFlow('checkout', lazyFlows.bookingFlows);
  const hasConfirm = useSelector(checkout, offersConfirm);
  const user = useSelector(useFlow('session'), ({ context }) => context.session?.user ?? null);
  const isCharged = isOnAccount(selection);
  // The invoice of a booking on account goes to the company.
  const invoice =
    hasConfirm &&
    !isCharged &&
    (user ? (
      <LazyInvoiceChoice />
    ) : (
      <Hint>
        Need a GST invoice? CONFIRM asks you to sign in first. You can then add your company before you pay.
      </Hint>
    ));

  return (
    <Panel component="section" aria-label="Price">
      <Typography variant="h3" component="h2" sx={{ marginBlockEnd: 2.5 }}>
        Price
      </Typography>
      {selection.pendingMove ? (
        <>
          <MovePriceBreakdown selection={selection} pendingMove={selection.pendingMove} />
          {invoice}
        </>
      ) : user?.isMember ? (
        <FlowSection needs={['member']} fallback="button">
          <PointsOrCard userId={user.id} selection={selection} invoice={invoice} />
        </FlowSection>
      ) : (
        <>
          <PriceBreakdown selection={selection} points={null} />
          {invoice}
        </>
      )}
      {user && !selection.pendingMove && (
        <FlowSection needs={['member']} fallback="nothing">
          <AccountChoice userId={user.id} selection={selection} />
        </FlowSection>
      )}
      {hasConfirm && <ConfirmBar selection={selection} user={user} />}
      <CheckoutProgress />
      <Notes>
        <NoteItem>
          <NoteIcon />
          <NoteText>{messages.booking.membershipNote}</NoteText>
        </NoteItem>
        <NoteItem>
          <NoteIcon />
          <NoteText>{messages.booking.pointNote}</NoteText>
        </NoteItem>
        {!user?.isMember && (
          <NoteItem>
            <NoteIcon />
            <NoteText>
              To become a member, <BrandLink to="contactUs">write to us</BrandLink>.
            </NoteText>
          </NoteItem>
        )}
      </Notes>
    </Panel>
  );
}
