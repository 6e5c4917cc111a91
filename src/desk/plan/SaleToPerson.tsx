import { useState } from 'react';
import type { DayPlan } from '../../../machines/desk/plan/dayPlan.ts';
import type { FreeSlot } from '../../../machines/desk/plan/freeSlot.ts';
import { useResource } from '../../app/system/resource.ts';
import { DeskLoading } from '../DeskLoading.tsx';
import { DeskDialog } from '../ui/DeskDialog.tsx';
import { useDeskFlow } from '../useDeskFlow.ts';
import { WalkInDialog } from './WalkInDialog.tsx';

interface Props {
  /** Of the customer. */
  readonly id: string;
  readonly date: string;
  /** The first free slot of the day; null while the plan is loading, or without one. */
  readonly slot: FreeSlot | null;
  readonly plan: DayPlan | null;
  readonly today: string;
  readonly onDate: (date: string) => void;
  readonly onClose: () => void;
}

/** Sells to the customer whose page the desk comes from. */
export function SaleToPerson({ id, slot: firstFree, plan, ...props }: Props) {
  const resource = useResource(useDeskFlow('person'), id);
  const { data: person } = resource;
  // The form keeps its times when another day is chosen.
  const [slot, setSlot] = useState<FreeSlot | null>(null);
  const noTime = plan === null ? null : { roomId: plan.rooms[0]?.id ?? 0, start: 18 };
  const first = firstFree ?? noTime;
  if (slot === null && first !== null) setSlot(first);
  // Until it is loaded, the plan says so itself.
  if (slot === null) return null;
  if (person === null) {
    return (
      <DeskDialog title="Book" onClose={props.onClose}>
        <DeskLoading resource={resource} />
      </DeskDialog>
    );
  }
  return <WalkInDialog {...props} slot={slot} plan={plan} person={person} />;
}
