import { styled } from '@mui/material/styles';
import type { Report } from '../../../contract/desk/reports.ts';
import { clockTime } from '../../../domain/time/slots.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const FULL_WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

const Frame = styled('div')(({ theme }) => ({
  overflowX: 'auto',
  '& table': { borderCollapse: 'separate', borderSpacing: 3, fontVariantNumeric: 'tabular-nums' },
  '& th': {
    padding: theme.spacing(0, 1),
    color: theme.vars.palette.text.secondary,
    fontSize: theme.typography.body2.fontSize,
    fontWeight: 500,
    textAlign: 'start',
    whiteSpace: 'nowrap',
  },
  '& thead th': { textAlign: 'center' },
  '& td': {
    minWidth: 44,
    height: 28,
    padding: theme.spacing(0, 0.5),
    borderRadius: 6,
    textAlign: 'center',
    fontSize: theme.typography.body2.fontSize,
    backgroundColor: `color-mix(in srgb, ${theme.vars.palette.primary.main} calc(var(--share) * 1%), ${theme.vars.palette.tint})`,
  },
  '& td[data-dark=true]': { color: theme.vars.palette.primary.contrastText },
}));

/**
 * Booked hours by weekday and hour, as a table. Cells with more hours are darker, and they contain the number, so that the colour
 * is not the only information. Hours without any booking are left out at both ends of the day.
 */
export function HeatMap({ use }: { use: Report['use'] }) {
  const hoursByCell = new Map<string, number>();
  for (const { weekday, hour, hours } of use) {
    const key = `${weekday} ${hour}`;
    hoursByCell.set(key, (hoursByCell.get(key) ?? 0) + hours);
  }
  const maxHours = Math.max(1, ...hoursByCell.values());
  const bookedHours = HOURS.filter((hour) => use.some((each) => each.hour === hour));
  const [first = 8, last = 20] = [bookedHours[0], bookedHours.at(-1)];
  return (
    <Frame role="region" aria-label="Booked hours by weekday and hour" tabIndex={0}>
      <table>
        <caption className="soft">Booked hours of all rooms</caption>
        <thead>
          <tr>
            <th scope="col">Hour</th>
            {WEEKDAYS.map((day, index) => (
              <th key={day} scope="col" abbr={FULL_WEEKDAYS[index]}>
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {HOURS.slice(first, last + 1).map((hour) => (
            <tr key={hour}>
              <th scope="row">{clockTime(hour * 2)}</th>
              {WEEKDAYS.map((day, weekday) => {
                const hours = hoursByCell.get(`${weekday} ${hour}`) ?? 0;
                const share = Math.round((hours / maxHours) * 100);
                return (
                  <td key={day} data-dark={share > 55} style={{ ['--share' as string]: share }}>
                    {hours === 0 ? '·' : hours}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Frame>
  );
}
