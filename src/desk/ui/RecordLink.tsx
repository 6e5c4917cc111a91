import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { hasRole } from '../../../domain/account/roles.ts';
import type { Staff } from '../../../machines/desk/flows.ts';

interface Props {
  readonly staff: Staff;
  readonly href: string;
  readonly children: ReactNode;
}

/** A link to a booking or a person; only its text for a role that may not open them. */
export const RecordLink = ({ staff, href, children }: Props) =>
  hasRole(staff.role, 'staff') ? <Link href={href}>{children}</Link> : children;
