export type LiveEvent =
  /** The rooms are shown for this IST date from now on. */
  | { type: 'live.dateChosen'; date: string }
  /** The day that was shown is over. */
  | { type: 'live.dayEnded' }
  /** A page begins to show the rooms; it stops showing them. */
  | { type: 'live.shown' }
  | { type: 'live.left' }
  /** The tab is hidden or the browser has no network: a connection would serve nobody; and neither any more. */
  | { type: 'live.suspended' }
  | { type: 'live.resumed' }
  /** From the connection: it is open, is still alive, was lost. */
  | { type: 'live.opened' }
  | { type: 'live.heartbeat' }
  | { type: 'live.lost' }
  /** Slots of a room have changed; of any room when null. */
  | { type: 'live.changed'; roomId: number | null };

export interface LiveInput {
  readonly date: string | null;
}
