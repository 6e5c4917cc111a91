import type { ReactNode } from 'react';
import { CheckIcon } from './pages.tsx';
import { Icon } from './Icon.tsx';

/** The five known amenities (spec 3). */
const drawings: Readonly<Record<string, ReactNode>> = {
  projector: (
    <Icon>
      <rect x="2.75" y="7.5" width="18.5" height="9" rx="2.5" />
      <circle cx="8.5" cy="12" r="2.5" />
      <path d="M14.5 10.5h3.25M14.5 13.5h3.25M6 16.5V19M18 16.5V19" />
    </Icon>
  ),
  'tea/coffee': (
    <Icon>
      <path d="M4.5 10h12v5a5 5 0 0 1-5 5h-2a5 5 0 0 1-5-5v-5zM16.5 11h1.75a2.5 2.5 0 0 1 0 5H16.3M8 3.5c-.9 1.2.9 2.2 0 3.5M12.5 3.5c-.9 1.2.9 2.2 0 3.5" />
    </Icon>
  ),
  wifi: (
    <Icon>
      <path d="M2.75 9.5a13.5 13.5 0 0 1 18.5 0M6 13a8.75 8.75 0 0 1 12 0M9.2 16.3a4 4 0 0 1 5.6 0" />
      <path d="M12 19.25v.01" strokeWidth={2.5} />
    </Icon>
  ),
  tv: (
    <Icon>
      <rect x="2.75" y="4.5" width="18.5" height="12" rx="2.5" />
      <path d="M8 20h8" />
    </Icon>
  ),
  'white board': (
    <Icon>
      <path d="M3 4.5h18M4.5 4.5v11h15v-11M12 15.5V18M12 18l-3.5 3M12 18l3.5 3M8 11.5c1.5-3 2.5 1.5 4 0s1.75-2 4-1.5" />
    </Icon>
  ),
};

/** A tick for an unknown amenity. */
export const AmenityIcon = ({ name }: { name: string }) => drawings[name.toLowerCase()] ?? <CheckIcon />;
