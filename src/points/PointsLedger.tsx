import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useSelector } from '../app/system/useSelector.ts';
import { useState } from 'react';
import type { PointsAccount, PointEntry } from '../../machines/points/exports.ts';
import { bookingReference } from '../../domain/bookings/bookingReference.ts';
import { dateAt, longDate } from '../../domain/time/calendar.ts';
import { pointKindNames } from '../../domain/money/pointKinds.ts';
import { pointsText } from '../../domain/money/points.ts';
import { FailureAlert } from '../ui/form/FailureAlert.tsx';
import { lazyFlows } from '../../machines/registry.ts';
import { useFlow } from '../app/system/flows.ts';
import type { ShownResource } from '../app/system/resource.ts';
import { Section } from '../ui/layout/Section.tsx';

/** Shown before 'Show all changes' is pressed. */
const INITIAL_COUNT = 6;

const List = styled('ul')(({ theme }) => ({
  margin: theme.spacing(2, 0, 0),
  padding: 0,
  listStyle: 'none',
}));

const Entry = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: theme.spacing(0.25, 2),
  paddingBlock: theme.spacing(1.25),
  borderBlockStart: `1px solid ${theme.vars.palette.divider}`,
  '&:last-of-type': { paddingBlockEnd: 0 },
}));

const Points = styled('span')({ fontWeight: 650, fontVariantNumeric: 'tabular-nums', textAlign: 'end' });

const Detail = styled('span')(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
  overflowWrap: 'anywhere',
}));

function entryDetails({ at, bookingId, reason, kind, ends }: PointEntry): string {
  const date = longDate(dateAt(Date.parse(at)));
  const booking = bookingId === null ? null : bookingReference(bookingId);
  const until = kind === 'renewal' && ends > 0 ? 'until the end of the month' : null;
  return [date, booking, until, reason].filter(Boolean).join(' · ');
}

/** For purchased points. */
function Invoice({ invoice: { id, number } }: { invoice: NonNullable<PointEntry['invoice']> }) {
  const download = useFlow('download', lazyFlows.buyPoints);
  const isBusy = useSelector(download, (snapshot) => snapshot.hasTag('busy'));
  const name = `${number.replaceAll('/', '-')}.pdf`;
  return (
    <Link
      component="button"
      type="button"
      aria-disabled={isBusy}
      onClick={() =>
        download.send({ type: 'download.requested', file: { kind: 'taxDocument', taxDocumentId: id, name } })
      }
    >
      {`Invoice ${number}`}
    </Link>
  );
}

/** The newest change first. Renders nothing for a user who never had points. */
export function PointsLedger({
  points: { data, failure, isBusy, state },
}: {
  points: ShownResource<PointsAccount>;
}) {
  const [showsAll, setShowsAll] = useState(false);
  if (data?.entries.length === 0) return null;
  const shown = data?.entries.slice(0, showsAll ? undefined : INITIAL_COUNT) ?? [];
  return (
    <Section
      title="Points history"
      lead={
        data && data.ending > 0
          ? `${pointsText(data.ending)} ${data.ending === 1 ? 'expires' : 'expire'} at the end of this month.`
          : undefined
      }
      flow="points"
      state={state}
    >
      {!data && isBusy && <Skeleton variant="rounded" height={160} sx={{ marginBlockStart: 2 }} />}
      {!data && !isBusy && <FailureAlert failure={failure} />}
      {data && (
        <List>
          {shown.map((entry) => (
            <Entry key={entry.id}>
              <span>{pointKindNames[entry.kind]}</span>
              <Points>{entry.points > 0 ? `+${entry.points}` : `−${-entry.points}`}</Points>
              <Detail>
                <span>{entryDetails(entry)}</span>
                {entry.invoice && (
                  <>
                    <span> · </span>
                    <Invoice invoice={entry.invoice} />
                  </>
                )}
              </Detail>
              <Detail sx={{ textAlign: 'end' }}>{`Balance ${entry.balance}`}</Detail>
            </Entry>
          ))}
        </List>
      )}
      {data && data.entries.length > INITIAL_COUNT && !showsAll && (
        <Button
          size="small"
          variant="outlined"
          sx={{ marginBlockStart: 1.25 }}
          onClick={() => setShowsAll(true)}
        >
          Show all changes
        </Button>
      )}
    </Section>
  );
}
