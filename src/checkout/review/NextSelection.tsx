import Stack from '@mui/material/Stack';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useSelector } from '../../app/system/useSelector.ts';
import { CalendarIcon } from '../../ui/icons/pages.tsx';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { styled } from '@mui/material/styles';
import { timeOfSelection } from './timeOfSelection.ts';
import { IconSlot } from '../../ui/icons/IconSlot.ts';

const SelectionCard = styled(Card)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '5.5rem minmax(0, 1fr)',
  alignItems: 'center',
  gap: theme.spacing(2),
  // The card takes a whole line.
  flexBasis: '100%',
  marginInlineEnd: 'max(0px, 100% - 36rem)',
  padding: theme.spacing(1.5),
  borderRadius: 16,
  boxShadow: 'none',
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: '4.5rem minmax(0, 1fr)', gap: theme.spacing(1.5) },
}));

const Photo = styled(Picture)({ aspectRatio: '1', borderRadius: 10 });

/** The selection of a second Book now while another booking is open. Renders nothing if there is none. */
export function NextSelection() {
  const next = useSelector(useFlow('checkout', lazyFlows.bookingFlows), ({ context }) => context.next);
  if (!next) return null;
  return (
    <SelectionCard>
      <Photo path={next.room.images[0]?.image} alt="" sizes="5.5rem" ratio={[1, 1]} />
      <div>
        <Box
          component="p"
          sx={{ margin: 0, color: 'text.secondary', fontSize: 'caption.fontSize', fontWeight: 600 }}
        >
          Next, not booked yet
        </Box>
        <Typography variant="h4" component="h3">
          {next.room.roomName}
        </Typography>
        <Stack
          component="p"
          direction="row"
          sx={{
            gap: 0.75,
            marginBlockStart: 0.5,
            marginBlockEnd: 0,
            marginInline: 0,
            fontSize: 'body2.fontSize',
            fontWeight: 550,
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          <IconSlot sx={{ alignSelf: 'start', marginBlockStart: '2px', fontSize: '1.125rem' }}>
            <CalendarIcon />
          </IconSlot>
          <span>{timeOfSelection(next)}</span>
        </Stack>
      </div>
    </SelectionCard>
  );
}
