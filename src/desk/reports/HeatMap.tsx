import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { bookedHours } from '../../../machines/desk/bookedHours.ts';
import type { Report } from '../../../machines/desk/reportFlows.ts';
import { clockTime } from '../../../domain/time/slots.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const FULL_WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const Table = styled('table')({
  borderCollapse: 'separate',
  borderSpacing: 3,
  fontVariantNumeric: 'tabular-nums',
});

const Heading = styled('th')(({ theme }) => ({
  padding: theme.spacing(0, 1),
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
  fontWeight: 500,
  textAlign: 'start',
  whiteSpace: 'nowrap',
  '&[scope=col]': { textAlign: 'center' },
}));

const Hours = styled('td')(({ theme }) => ({
  minWidth: 44,
  height: 28,
  padding: theme.spacing(0, 0.5),
  borderRadius: 6,
  textAlign: 'center',
  fontSize: theme.typography.body2.fontSize,
  backgroundColor: `color-mix(in srgb, ${theme.vars.palette.primary.main} calc(var(--share) * 1%), ${theme.vars.palette.tint})`,
  '&[data-dark=true]': { color: theme.vars.palette.primary.contrastText },
}));

/**
 * Booked hours by weekday and hour, as a table. Cells with more hours are darker, and they contain the number, so that the colour
 * is not the only information. Hours without any booking are left out at both ends of the day.
 */
export function HeatMap({ use }: { use: Report['use'] }) {
  const { hours, at } = bookedHours(use);
  return (
    <Box sx={{ overflowX: 'auto' }} role="region" aria-label="Booked hours by weekday and hour" tabIndex={0}>
      <Table>
        <Box component="caption" sx={{ color: 'text.secondary' }}>
          Booked hours of all rooms
        </Box>
        <thead>
          <tr>
            <Heading scope="col">Hour</Heading>
            {WEEKDAYS.map((day, index) => (
              <Heading key={day} scope="col" abbr={FULL_WEEKDAYS[index]}>
                {day}
              </Heading>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour}>
              <Heading scope="row">{clockTime(hour * 2)}</Heading>
              {WEEKDAYS.map((day, weekday) => {
                const { booked, share } = at(weekday, hour);
                return (
                  <Hours key={day} data-dark={share > 55} style={{ ['--share' as string]: share }}>
                    {booked === 0 ? '·' : booked}
                  </Hours>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </Box>
  );
}
