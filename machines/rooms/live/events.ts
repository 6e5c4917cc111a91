export type LiveEvent =
  /** The IST date of the shown rooms has changed. */
  | { type: 'live.dateChosen'; date: string }
  | { type: 'live.dayEnded' }
  /** A page shows the rooms, or stops showing them. */
  | { type: 'live.shown' }
  | { type: 'live.left' }
  /** The tab is hidden or offline, so it needs no connection; or it is active again. */
  | { type: 'live.suspended' }
  | { type: 'live.resumed' }
  /** The connection is open, works, or is lost. */
  | { type: 'live.opened' }
  | { type: 'live.heartbeat' }
  | { type: 'live.lost' }
  /** The availability of a room has changed; null means any room. */
  | { type: 'live.changed'; roomId: number | null };

export interface LiveInput {
  readonly date: string | null;
}

declare module '../../engine/system.ts' {
  interface EventsByFlow {
    live: LiveEvent;
  }
}
