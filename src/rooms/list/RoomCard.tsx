import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { memo, useId } from 'react';
import type { Room } from '../../../domain/rooms/room.ts';
import { priceOf, rupees } from '../../../domain/money/pricing.ts';
import { otherPricesText } from '../../../domain/rooms/rateTexts.ts';
import { PeopleIcon, PlaceIcon } from '../../ui/icons/pages.tsx';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { MissedTimes } from '../../bookings/exports.ts';
import { RoomSlotsSection } from '../slots/RoomSlotsSection.tsx';
import { SlotPicker } from '../slots/SlotPicker.tsx';
import { useRoomSlots } from '../../app/system/flows.ts';
import { styled } from '@mui/material/styles';
import { hiddenWithoutScripts } from '../../ui/theme/hiddenWithoutScripts.ts';
import { Amenities } from '../Amenities.tsx';
import { BookBar } from './BookBar.tsx';
import { NearestTimes } from './NearestTimes.tsx';
import { RoomLink } from './RoomLink.tsx';
import {
  roomCardAmenities,
  roomCardBookBar,
  RoomCardFrame,
  roomCardPhoto,
  RoomCardText,
} from './roomCardFrame.ts';
import type { SearchCriteria } from '../../../machines/rooms/search/events.ts';

const Frame = styled(RoomCardFrame)({ height: '100%' }) as typeof Card;

const Photo = styled(Picture)(roomCardPhoto);

const Heading = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'start',
  columnGap: theme.spacing(1),
}));

const NameLink = styled(RoomLink)({
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: 4 },
});

const Facts = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(0.5, 2),
  margin: theme.spacing(0.75, 0, 0),
  padding: 0,
  listStyle: 'none',
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.body2.fontSize,
}));

const Fact = styled('li')(({ theme }) => ({ display: 'flex', gap: theme.spacing(0.75) }));

const factIcon = { flex: 'none', marginBlockStart: 2, fontSize: '1.125rem' };
const FactPlaceIcon = styled(PlaceIcon)(factIcon);
const FactPeopleIcon = styled(PeopleIcon)(factIcon);

const Rate = styled('p')({ gridArea: '1 / 2 / span 2', margin: 0, lineHeight: 1.25, textAlign: 'end' });

const RateAmount = styled('strong')({ fontSize: '1.375rem', fontWeight: 700, letterSpacing: '-0.01em' });

const RateNote = styled('span')(({ theme }) => ({
  display: 'block',
  color: theme.vars.palette.text.secondary,
  fontSize: theme.typography.caption.fontSize,
}));

/** Narrow, so that the name has its place on a phone. */
const OtherPrices = styled(RateNote)({ maxWidth: '7rem', marginInlineStart: 'auto' });

const CardAmenities = styled(Amenities)(roomCardAmenities);

// Hidden without scripts, because no slot can be chosen then.
const CardBookBar = styled(BookBar)(roomCardBookBar, hiddenWithoutScripts);

const bookButton = { flex: 'none', paddingInline: { xs: 2, sm: 2.75 } };

interface Props {
  room: Room;
  criteria: SearchCriteria | null;
  /** The first card's picture is loaded with priority. */
  isFirst: boolean;
}

/** Memoised, so that a click in one room renders no other room. */
export const RoomCard = memo(({ room, criteria, isFirst }: Props) => {
  const slots = useRoomSlots(room.id);
  const titleId = useId();
  const otherPrices = otherPricesText(room);
  const { areaName: area, city } = room.location;

  return (
    <Frame component="article" aria-labelledby={titleId}>
      <Photo
        path={room.images[0]?.image}
        alt=""
        sizes="(min-width: 56.25em) 600px, (min-width: 37.5em) 15rem, calc(100vw - 2rem)"
        firstOn={isFirst ? 'wideScreens' : undefined}
      />
      <RoomCardText>
        <Heading>
          <Typography variant="h3" id={titleId}>
            <NameLink room={room}>{room.roomName}</NameLink>
          </Typography>
          <Facts>
            <Fact>
              <FactPlaceIcon />
              <span>{`${area}, ${city}`}</span>
            </Fact>
            <Fact>
              <FactPeopleIcon />
              <span>{`Up to ${room.roomCapacity} people`}</span>
            </Fact>
          </Facts>
          <Rate>
            <RateAmount>{rupees(room.pricePerHour)}</RateAmount>
            <RateNote>Base Rate / hr</RateNote>
            <RateNote>{`${rupees(priceOf(room.pricePerHour, 2).total, 'always')} with tax`}</RateNote>
            {otherPrices !== null && <OtherPrices>{otherPrices}</OtherPrices>}
          </Rate>
        </Heading>
        <CardAmenities room={room} />
        <RoomSlotsSection roomId={room.id}>
          <SlotPicker slots={slots} roomName={room.roomName} criteria={criteria} />
        </RoomSlotsSection>
        {slots && criteria?.requestedRange && <NearestTimes slots={slots} wanted={criteria.requestedRange} />}
        {slots && <MissedTimes slots={slots} />}
        <CardBookBar room={room} slots={slots} buttonSx={bookButton} />
      </RoomCardText>
    </Frame>
  );
});
RoomCard.displayName = 'RoomCard';
