import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { brand } from '../../../domain/content/brand.ts';
import { policyInWords, type CancellationPolicy } from '../../../domain/money/cancellation.ts';
import { CITIES } from '../../../domain/rooms/city.ts';
import { useResource } from '../../app/system/resource.ts';
import { useFlow } from '../../app/system/flows.ts';
import { PolicyPage } from './PolicyPage.tsx';

interface Props {
  policy: CancellationPolicy | undefined;
  paidWith: 'card' | 'points';
  isLoading: boolean;
  onRetry: () => void;
}

function PolicySentences({ policy, paidWith, isLoading, onRetry }: Props) {
  if (policy) {
    return (
      <ul>
        {policyInWords(policy, paidWith).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    );
  }
  if (isLoading) return <Skeleton aria-label="Loading the rules" height={80} />;
  return (
    <p>
      These rules could not be loaded. You also see them before you pay.{' '}
      <Button variant="text" size="small" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}

/** The rules apply to new bookings and are the same for every room. */
export default function CancellationPolicyPage() {
  const { data: rooms, failure, isBusy, refresh } = useResource(useFlow('roomList'), CITIES[0]);
  const isLoading = isBusy || (rooms === null && failure === null);
  const policies = rooms?.[0]?.cancellation;
  return (
    <PolicyPage
      policy="cancellation"
      description={`What is refunded when you cancel or move a booking at ${brand.name}, by how long before its start, for card and UPI payments and for Lit points.`}
      lead="What is refunded when you cancel, and what moving a booking costs. The rules shown when you booked apply to your booking."
    >
      <Typography variant="h2">Paid by card or UPI</Typography>
      <PolicySentences policy={policies?.card} paidWith="card" isLoading={isLoading} onRetry={refresh} />
      <Typography variant="h2">Paid with Lit points</Typography>
      <PolicySentences policy={policies?.points} paidWith="points" isLoading={isLoading} onRetry={refresh} />
    </PolicyPage>
  );
}
