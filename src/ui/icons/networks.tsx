import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { LinkIcon } from './interface.tsx';

const drawings: Readonly<Record<string, ReactNode>> = {
  Instagram: (
    <Icon>
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M16.75 7.25v.01" strokeWidth={2.25} />
    </Icon>
  ),
  YouTube: (
    <Icon>
      <rect x="2.5" y="5.5" width="19" height="13" rx="4" />
      <path d="M10.25 9.25v5.5l4.75-2.75z" fill="currentColor" />
    </Icon>
  ),
  Facebook: (
    <Icon>
      <path d="M13.5 21v-8h2.75l.5-3.25H13.5V7.75c0-1.1.5-1.75 1.75-1.75h1.5V3.2C16.3 3.1 15.5 3 14.6 3 12.2 3 10.5 4.5 10.5 7.2v2.55H7.75V13h2.75v8" />
    </Icon>
  ),
  LinkedIn: (
    <Icon>
      <rect x="3.5" y="3.5" width="17" height="17" rx="3.5" />
      <path d="M7.75 10.5v6M11.25 16.5v-6M11.25 13c0-1.6 1-2.5 2.4-2.5s2.35.9 2.35 2.5v3.5" />
      <path d="M7.75 7.5v.01" strokeWidth={2.25} />
    </Icon>
  ),
  X: (
    <Icon>
      <path d="M4 4l16 16M20 4L4 20" />
    </Icon>
  ),
};

export const NetworkIcon = ({ name }: { name: string }) => drawings[name] ?? <LinkIcon />;
