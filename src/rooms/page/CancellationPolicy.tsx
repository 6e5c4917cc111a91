import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { Room } from '../../../contract/rooms/rooms.ts';
import { defaultCancellationPolicies, policyInWords } from '../../../domain/money/cancellation.ts';

const Section = styled('section')(({ theme }) => ({
  '& h3': { margin: theme.spacing(2, 0, 0.5), font: 'inherit', fontWeight: 650 },
  '& p': { margin: 0, color: theme.vars.palette.text.secondary, textWrap: 'pretty' },
  '& .more': { marginBlockStart: theme.spacing(1) },
  '& .more a': { display: 'inline-flex', alignItems: 'center', minHeight: 44, fontWeight: 650 },
}));

/** The room's cancellation policy in words. */
export const CancellationPolicy = ({
  room: { cancellation = defaultCancellationPolicies },
}: {
  room: Room;
}) => (
  <Section aria-labelledby="room-cancelling">
    <Typography variant="h2" id="room-cancelling">
      If you cancel
    </Typography>
    <h3>Paid by card or UPI</h3>
    <p>{policyInWords(cancellation.card, 'card').join(' ')}</p>
    <h3>Paid with Lit points</h3>
    <p>{policyInWords(cancellation.points, 'points').join(' ')}</p>
    <p className="more">
      <Link href="/cancellation-policy">The full policy</Link>
    </p>
  </Section>
);
