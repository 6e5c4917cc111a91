import type { ReactNode } from 'react';
import { slotsId } from '../../../machines/engine/system.ts';
import { FlowSection } from '../../app/errors/FlowSection.tsx';
import { useOptionalFlow } from '../../app/system/flows.ts';

/** While the slots are down, the section offers to restart them. */
export const RoomSlotsSection = ({ roomId, children }: { roomId: number; children: ReactNode }) => (
  <FlowSection needs={['rooms']} fallback="button">
    <FlowSection needs={[slotsId(roomId)]} supervisor={useOptionalFlow('rooms')} fallback="button">
      {children}
    </FlowSection>
  </FlowSection>
);
