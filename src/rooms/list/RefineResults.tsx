import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { memo, useId, useState } from 'react';
import { useSelector } from '../../app/system/useSelector.ts';
import { FILTER_AMENITIES, type Sort, SORTS } from '../../../domain/rooms/roomFilter.ts';
import { AmenityIcon } from '../../ui/icons/amenities.tsx';
import { useFlow } from '../../app/system/flows.ts';
import { hiddenWithoutScripts } from '../../ui/theme/hiddenWithoutScripts.ts';
import { amenityName } from '../../../domain/rooms/roomTexts.ts';

const Bar = styled('div')({ ...hiddenWithoutScripts, flexBasis: '100%' });

const Choices = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  justifyContent: 'space-between',
  gap: theme.spacing(1.5, 3),
  // On a phone a button opens them, so that the first room is on the first screen.
  [theme.breakpoints.down('sm')]: { '&[data-folded]': { display: 'none' } },
}));

const Amenities = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(1),
  minWidth: 0,
  '& .MuiChip-root svg': { marginInlineStart: 10, fontSize: '1.125rem' },
}));

const sortNames: Readonly<Record<Sort, string>> = {
  listed: 'As listed',
  price: 'Price, lowest first',
  seats: 'Seats, fewest first',
};

/** Changes are applied immediately. Memoised, because the list above it is rendered for every state of its resource. */
export const RefineResults = memo(() => {
  const search = useFlow('search');
  const chosen = useSelector(search, ({ context }) => context.amenities);
  const sort = useSelector(search, ({ context }) => context.sort);
  const [isOpen, setIsOpen] = useState(false);
  const filterId = useId();
  return (
    <Bar>
      <Button
        sx={{ display: { sm: 'none' } }}
        variant="outlined"
        size="small"
        aria-expanded={isOpen}
        aria-controls={filterId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span>{`Filter and sort${chosen.length === 0 ? '' : ` (${chosen.length})`}`}</span>
      </Button>
      <Choices id={filterId} data-folded={isOpen ? undefined : ''}>
        <Amenities role="group" aria-label="Only rooms with">
          {FILTER_AMENITIES.map((amenity) => (
            <Chip
              key={amenity}
              component="button"
              type="button"
              icon={<AmenityIcon name={amenity} />}
              label={amenityName(amenity)}
              aria-pressed={chosen.includes(amenity)}
              onClick={() => search.send({ type: 'search.amenityToggled', amenity })}
            />
          ))}
        </Amenities>
        <TextField
          select
          sx={{ width: { xs: '100%', sm: '13rem' } }}
          label="Sort by"
          name="sort"
          value={sort}
          onChange={({ target }) =>
            search.send({
              type: 'search.sorted',
              sort: SORTS.find((known) => known === target.value) ?? 'listed',
            })
          }
        >
          {SORTS.map((known) => (
            <MenuItem key={known} value={known}>
              {sortNames[known]}
            </MenuItem>
          ))}
        </TextField>
      </Choices>
    </Bar>
  );
});
RefineResults.displayName = 'RefineResults';
