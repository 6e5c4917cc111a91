import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { Room } from '../../../domain/rooms/room.ts';
import { defaultCancellationPolicies, policyInWords } from '../../../domain/money/cancellation.ts';

const PaymentTitle = styled('h3')(({ theme }) => ({
  margin: theme.spacing(2, 0, 0.5),
  font: 'inherit',
  fontWeight: 650,
}));

const Text = styled('p')(({ theme }) => ({
  margin: 0,
  color: theme.vars.palette.text.secondary,
  textWrap: 'pretty',
}));

export function CancellationPolicy({ room }: { room: Room }) {
  const { card, points } = room.cancellation ?? defaultCancellationPolicies;
  return (
    <section aria-labelledby="room-cancelling">
      <Typography variant="h2" id="room-cancelling">
        If you cancel
      </Typography>
      <PaymentTitle>Paid by card or UPI</PaymentTitle>
      <Text>{policyInWords(card, 'card').join(' ')}</Text>
      <PaymentTitle>Paid with Lit points</PaymentTitle>
      <Text>{policyInWords(points, 'points').join(' ')}</Text>
      <Text sx={{ marginBlockStart: 1 }}>
        <Link
          href="/cancellation-policy"
          sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, fontWeight: 650 }}
        >
          The full policy
        </Link>
      </Text>
    </section>
  );
}
