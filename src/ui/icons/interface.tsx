import { Icon, type IconProps } from './Icon.tsx';

export const MenuIcon = () => (
  <Icon>
    <path d="M4 7.5h16M4 12h16M8 16.5h12" />
  </Icon>
);
/** Material's Select positions the icon by its class. */
export const ChevronDownIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 9.5l6 6 6-6" />
  </Icon>
);
export const ArrowRightIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 12h16M13.5 5.5L20 12l-6.5 6.5" />
  </Icon>
);
export const ClockIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.25V12l3.25 2" />
  </Icon>
);
export const AlertIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 4L2.75 20h18.5L12 4zM12 10v4.5" />
    <path d="M12 17.25v.01" strokeWidth={2.25} />
  </Icon>
);
export const InfoIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.75" />
    <path d="M12 11v5.25" />
    <path d="M12 7.75v.01" strokeWidth={2.25} />
  </Icon>
);
export const SuccessIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.75" />
    <path d="M8 12.25l2.75 2.75L16 9.5" />
  </Icon>
);
export const RefreshIcon = () => (
  <Icon>
    <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.25M20 4.5v4.75h-4.75" />
  </Icon>
);
export const PointIcon = () => (
  <Icon>
    <path d="M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.05 5.9L12 16.9l-5.25 2.8 1.05-5.9L3.5 9.7l5.9-.8L12 3.5z" />
  </Icon>
);
export const SparkIcon = () => (
  <Icon>
    <path d="M12 3.5c.7 5 3.5 7.8 8.5 8.5-5 .7-7.8 3.5-8.5 8.5-.7-5-3.5-7.8-8.5-8.5 5-.7 7.8-3.5 8.5-8.5z" />
  </Icon>
);
export const LinkIcon = () => (
  <Icon>
    <path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1" />
  </Icon>
);
export const PauseIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.75" />
    <path d="M10 9v6M14 9v6" />
  </Icon>
);
export const PlayIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.75" />
    <path d="M10.5 8.75L15 12l-4.5 3.25z" />
  </Icon>
);
export const OfflineIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 4l16 16M8.6 15.4a5 5 0 0 1 5.2-1.15M5.4 11.9A10 10 0 0 1 9.6 9.4M13.6 9a10 10 0 0 1 5 2.9M2.5 8.4A14.6 14.6 0 0 1 6.6 5.7M10.6 4.6A14.6 14.6 0 0 1 21.5 8.4" />
    <path d="M12 18.5v.01" strokeWidth={2.25} />
  </Icon>
);
