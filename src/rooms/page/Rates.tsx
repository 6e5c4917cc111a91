import { styled } from '@mui/material/styles';
import { perHourText, rateTimesText } from '../../../domain/rooms/rateTexts.ts';
import { priceOf, rupees } from '../../../domain/money/pricing.ts';
import type { Tariff } from '../../../domain/money/rates.ts';

const List = styled('dl')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(0.75),
  margin: 0,
  padding: theme.spacing(1.5, 2),
  borderRadius: 14,
  backgroundColor: theme.vars.palette.sand,
  fontSize: theme.typography.body2.fontSize,
  fontVariantNumeric: 'tabular-nums',
}));

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: theme.spacing(0, 2),
}));

const Amount = styled('dd')({ margin: 0, fontWeight: 600 });

/** The rates of a room, whose price per hour applies at all other times. */
export function Rates({ room: { pricePerHour, rates = [] } }: { room: Tariff }) {
  if (rates.length === 0) return null;
  const rows = [
    ...rates.map((rate) => ({ times: rateTimesText(rate), price: rate.pricePerHour })),
    { times: 'All other times', price: pricePerHour },
  ];
  return (
    <List aria-label="Prices by time">
      {rows.map(({ times, price }) => (
        <Row key={times}>
          <dt>{times}</dt>
          <Amount>{`${perHourText(price)}, ${rupees(priceOf(price, 2).total, 'always')} with tax`}</Amount>
        </Row>
      ))}
    </List>
  );
}
