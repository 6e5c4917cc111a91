import { styled } from '@mui/material/styles';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { useSelector } from '../../app/system/useSelector.ts';
import { canStillBeBooked } from '../../../machines/checkout/view.ts';

const Note = styled('section')(({ theme }) => ({
  marginBlockStart: theme.spacing(2.5),
  padding: theme.spacing(1.75, 2),
  borderRadius: 16,
  backgroundColor: theme.vars.palette.sand,
  fontSize: theme.typography.body2.fontSize,
}));

const Title = styled('h3')(({ theme }) => ({
  margin: theme.spacing(0, 0, 0.5),
  font: 'inherit',
  fontWeight: 650,
}));

const Terms = styled('p')(({ theme }) => ({
  margin: 0,
  color: theme.vars.palette.text.secondary,
  textWrap: 'pretty',
}));

/** Shown before the payment. `terms`: the cancellation policy in words. */
export function CancellationNote({ terms }: { terms: string }) {
  if (!useSelector(useFlow('checkout', lazyFlows.bookingFlows), canStillBeBooked)) return null;
  return (
    <Note aria-label="If you cancel">
      <Title>If you cancel</Title>
      <Terms>{terms}</Terms>
    </Note>
  );
}
