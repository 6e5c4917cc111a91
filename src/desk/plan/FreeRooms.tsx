import Box from '@mui/material/Box';
import type { DayPlan } from '../../../machines/desk/plan/dayPlan.ts';
import { rangeText } from '../../../domain/time/ranges.ts';
import { DeskTable } from '../ui/DeskTable.tsx';
import { freeTimes } from '../../../machines/desk/plan/freeSlot.ts';
import { Panel } from '../ui/Panel.tsx';

/** For narrow screens, which show no grid. */
export const FreeRooms = ({ plan, now }: { plan: DayPlan; now: () => number }) => (
  <Box sx={{ marginBlockStart: 2 }}>
    <Panel title="Free times">
      <DeskTable
        label="Free times"
        columns={['Room', 'Free']}
        rows={freeTimes(plan, now()).map(({ name, free }) => ({
          key: name,
          cells: [name, free.length === 0 ? 'none' : free.map(rangeText).join(', ')],
        }))}
      />
    </Panel>
  </Box>
);
