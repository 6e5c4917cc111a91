import Link from '@mui/material/Link';
import { useSelector } from '../../app/system/useSelector.ts';
import type { ReactNode } from 'react';
import { type NamedRoom, roomSlug } from '../../../domain/rooms/roomSlug.ts';
import { roomPath } from '../../../domain/content/sitePaths.ts';
import { useOptionalFlow } from '../../app/system/flows.ts';

interface Props {
  room: NamedRoom;
  className?: string;
  children: ReactNode;
}

export function RoomLink({ room, className, children }: Props) {
  const path = useSelector(useOptionalFlow('roomList'), (snapshot) =>
    roomPath(roomSlug(room, snapshot?.context.data ?? [room])),
  );
  return (
    <Link href={path} {...(className ? { className } : {})}>
      {children}
    </Link>
  );
}
