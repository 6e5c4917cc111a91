import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import CircularProgress from '@mui/material/CircularProgress';
import Button from '@mui/material/Button';
import { useSelector } from '@xstate/react';
import { messages } from '../../domain/messages.ts';
import { PointIcon } from '../icons/interface.tsx';
import { FlowSection } from '../shell/FlowSection.tsx';
import { lazySection } from '../shell/lazySection.tsx';
import { useFlow } from '../system/flows.ts';
import { styled } from '@mui/material/styles';
import { CheckoutProgress } from './CheckoutProgress.tsx';
import { MemberPriceBreakdown } from './MemberPriceBreakdown.tsx';
import { MoveBreakdown } from './MoveBreakdown.tsx';
import { PriceBreakdown } from './PriceBreakdown.tsx';
import type { BookingSelection } from '../../machines/events/checkout.ts';

const InvoiceChoice = lazySection('invoice-choice', () => import('../billing/InvoiceChoice.tsx'), '3.5rem');

const Panel = styled(Card)(({ theme }) => ({
  padding: theme.spacing(3),
  boxShadow: theme.vars.shadows[4],
  '& h2': { margin: theme.spacing(0, 0, 2.5) },
  '& > button': { width: '100%', minHeight: 56, marginBlockStart: theme.spacing(3), letterSpacing: '0.06em' },
  '& .notes': {
    margin: theme.spacing(2.5, 0, 0),
    padding: 0,
    listStyle: 'none',
    color: theme.vars.palette.text.secondary,
    fontSize: theme.typography.body2.fontSize,
    '& li': { display: 'flex', gap: theme.spacing(1) },
    '& span::first-letter': { textTransform: 'uppercase' },
    '& li + li': { marginBlockStart: theme.spacing(0.75) },
    '& svg': {
      flex: 'none',
      marginBlockStart: 2,
      fontSize: '1.125rem',
      color: theme.vars.palette.secondary.main,
    },
  },
})) as typeof Card;

interface Props {
  selection: BookingSelection;
  className: string;
}

/** What it costs, and CONFIRM. */
export function ConfirmPanel({ selection, className }: Props) {
  const checkout = useFlow('checkout');
  const isBusy = useSelector(checkout, (snapshot) => snapshot.hasTag('busy'));
  // While it is being confirmed the button stays, and waits.
  const hasConfirm = useSelector(
    checkout,
    (snapshot) =>
      snapshot.hasTag('busy') || snapshot.hasTag('signingIn') || snapshot.can({ type: 'checkout.confirmed' }),
  );
  const user = useSelector(useFlow('session'), ({ context }) => context.session?.user ?? null);

  return (
    <Panel component="section" className={className} aria-label="Price">
      <Typography variant="h3" component="h2">
        Price
      </Typography>
      {selection.moves ? (
        <MoveBreakdown selection={selection} moves={selection.moves} />
      ) : user?.isMember ? (
        <FlowSection needs={['member']} fallback="button">
          <MemberPriceBreakdown userId={user.id} selection={selection} />
        </FlowSection>
      ) : (
        <PriceBreakdown selection={selection} points={null} />
      )}
      {hasConfirm && user && <InvoiceChoice />}
      {hasConfirm && (
        <Button
          color="secondary"
          disabled={isBusy}
          aria-busy={isBusy}
          startIcon={isBusy ? <CircularProgress aria-hidden="true" /> : null}
          onClick={() => checkout.send({ type: 'checkout.confirmed' })}
        >
          CONFIRM
        </Button>
      )}
      <CheckoutProgress />
      <ul className="notes">
        <li>
          <PointIcon />
          <span>{messages.booking.membershipNote}</span>
        </li>
        <li>
          <PointIcon />
          <span>{messages.booking.pointNote}</span>
        </li>
      </ul>
    </Panel>
  );
}
