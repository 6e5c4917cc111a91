import { Icon, type IconProps } from './Icon.tsx';

/* The icons that only some pages show. Every page loads the icons of interface.tsx. */

export const CloseIcon = () => (
  <Icon>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
);

export const ChevronLeftIcon = () => (
  <Icon>
    <path d="M14.5 6l-6 6 6 6" />
  </Icon>
);

export const ChevronRightIcon = () => (
  <Icon>
    <path d="M9.5 6l6 6-6 6" />
  </Icon>
);

export const ArrowLeftIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M20 12H4M10.5 5.5L4 12l6.5 6.5" />
  </Icon>
);

export const ExternalIcon = () => (
  <Icon>
    <path d="M8 6h10v10M18 6L6.5 17.5" />
  </Icon>
);

export const SearchIcon = () => (
  <Icon>
    <circle cx="11" cy="11" r="6.5" />
    <path d="M16 16l4.5 4.5" />
  </Icon>
);

export const CalendarIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="3.75" y="5" width="16.5" height="15" rx="3" />
    <path d="M3.75 10h16.5M8 2.75V6.5M16 2.75V6.5" />
  </Icon>
);

export const PlaceIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 21s7-5.7 7-11.2A7 7 0 0 0 5 9.8C5 15.3 12 21 12 21z" />
    <circle cx="12" cy="9.75" r="2.5" />
  </Icon>
);

export const PeopleIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="9" cy="8.5" r="3.25" />
    <path d="M2.75 19.5c.4-3.6 2.9-5.5 6.25-5.5s5.85 1.9 6.25 5.5M15.75 5.55a3.25 3.25 0 0 1 0 5.9M18 14.5c1.9.8 3 2.45 3.25 5" />
  </Icon>
);

export const PersonIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="8" r="3.75" />
    <path d="M4.75 20c.5-4 3.4-6 7.25-6s6.75 2 7.25 6" />
  </Icon>
);

export const MinusIcon = () => (
  <Icon>
    <path d="M6 12h12" />
  </Icon>
);

export const PlusIcon = () => (
  <Icon>
    <path d="M12 6v12M6 12h12" />
  </Icon>
);

export const CheckIcon = () => (
  <Icon>
    <path d="M5 12.5l4.5 4.5L19 7.5" />
  </Icon>
);

export const EyeIcon = () => (
  <Icon>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="2.75" />
  </Icon>
);

export const EyeClosedIcon = () => (
  <Icon>
    <path d="M4 4l16 16M9.9 5.75A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.5M6.3 7.3A16.5 16.5 0 0 0 2.5 12S6 18.5 12 18.5a9.3 9.3 0 0 0 4-.9M10.05 10.05a2.75 2.75 0 0 0 3.9 3.9" />
  </Icon>
);

export const CardIcon = () => (
  <Icon>
    <rect x="2.75" y="5.25" width="18.5" height="13.5" rx="3" />
    <path d="M2.75 10h18.5M6.5 15h3.5" />
  </Icon>
);

export const DoorIcon = () => (
  <Icon>
    <path d="M6 20.5V9.5a6 6 0 0 1 12 0v11M3.5 20.5h17M14.5 13.5v1.5" />
  </Icon>
);
