import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { memo, useId } from 'react';
import type { Room } from '../../../contract/rooms/rooms.ts';
import { priceOf, rupees } from '../../../domain/money/pricing.ts';
import { slotsId } from '../../../machines/engine/system.ts';
import { PeopleIcon, PlaceIcon } from '../../ui/icons/pages.tsx';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { FlowSection } from '../../app/errors/FlowSection.tsx';
import { MissedTimes } from '../../bookings/waitingList/MissedTimes.tsx';
import { SlotPicker } from '../slots/SlotPicker.tsx';
import { useRoomSlots } from '../../app/system/flows.ts';
import { styled } from '@mui/material/styles';
import { hiddenWithoutScripts } from '../../ui/theme/hiddenWithoutScripts.ts';
import { Amenities } from './Amenities.tsx';
import { BookBar } from './BookBar.tsx';
import { NearestTimes } from './NearestTimes.tsx';
import { RoomLink } from './RoomLink.tsx';
import { roomCardStyles } from './roomCardStyles.ts';
import type { SearchCriteria } from '../../../machines/rooms/search/events.ts';

const Frame = styled(Card)(({ theme }) => ({
  ...roomCardStyles(theme),
  height: '100%',
  '& h3 a': {
    color: 'inherit',
    textDecoration: 'none',
    '&:hover': { textDecoration: 'underline', textUnderlineOffset: 4 },
  },
  '& .name': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'start',
    columnGap: theme.spacing(1),
  },
  '& .facts': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: theme.spacing(0.5, 2),
    margin: theme.spacing(0.75, 0, 0),
    padding: 0,
    listStyle: 'none',
    color: theme.vars.palette.text.secondary,
    fontSize: theme.typography.body2.fontSize,
    '& li': { display: 'flex', gap: theme.spacing(0.75) },
    '& svg': { flex: 'none', marginBlockStart: 2, fontSize: '1.125rem' },
  },
  '& .rate': {
    gridArea: '1 / 2 / span 2',
    margin: 0,
    lineHeight: 1.25,
    textAlign: 'end',
    '& strong': { fontSize: '1.375rem', fontWeight: 700, letterSpacing: '-0.01em' },
    '& span': {
      display: 'block',
      color: theme.vars.palette.text.secondary,
      fontSize: theme.typography.caption.fontSize,
    },
  },
  // Hidden without scripts, because no slot can be chosen then.
  '& > .about > .booking': hiddenWithoutScripts,
  '& .booking > button': {
    flex: 'none',
    [theme.breakpoints.down('sm')]: { paddingInline: theme.spacing(2) },
  },
})) as typeof Card;

interface Props {
  room: Room;
  criteria: SearchCriteria | null;
  /** True for the first card, whose picture is loaded with priority. */
  isFirst: boolean;
}

/** A room with its slots and Book now. It is memoised, so that a click in one room renders no other room. */
export const RoomCard = memo(({ room, criteria, isFirst }: Props) => {
  const slots = useRoomSlots(room.id);
  const titleId = useId();
  const hourPaise = Math.round(room.price_per_hour * 100);
  const { area_name: area, city } = room.location;

  return (
    <Frame component="article" aria-labelledby={titleId}>
      <Picture
        className="photo"
        path={room.images[0]?.image}
        alt=""
        sizes="(min-width: 56.25em) 600px, (min-width: 37.5em) 15rem, calc(100vw - 2rem)"
        firstOn={isFirst ? 'wideScreens' : undefined}
      />
      <div className="about">
        <div className="name">
          <Typography variant="h3" id={titleId}>
            <RoomLink room={room}>{room.room_name}</RoomLink>
          </Typography>
          <ul className="facts">
            <li>
              <PlaceIcon />
              <span>{`${area}, ${city}`}</span>
            </li>
            <li>
              <PeopleIcon />
              <span>{`Up to ${room.room_capacity} people`}</span>
            </li>
          </ul>
          <p className="rate">
            <strong>{rupees(hourPaise)}</strong>
            <span>Base Rate / hr</span>
            <span>{`${rupees(priceOf(hourPaise, 2).total, 'always')} with tax`}</span>
          </p>
        </div>
        <Amenities room={room} />
        <FlowSection needs={[slotsId(room.id)]} fallback="button">
          <SlotPicker slots={slots} roomName={room.room_name} slotPaise={hourPaise / 2} criteria={criteria} />
        </FlowSection>
        {slots && criteria?.requestedRange && <NearestTimes slots={slots} wanted={criteria.requestedRange} />}
        {slots && <MissedTimes slots={slots} />}
        <BookBar room={room} slots={slots} hourPaise={hourPaise} />
      </div>
    </Frame>
  );
});
RoomCard.displayName = 'RoomCard';
