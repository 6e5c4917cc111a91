/** A free slot of the plan. */
export interface FreePlace {
  readonly roomId: number;
  readonly start: number;
}
