/** A box of a drawing: a title, rows of text, and boxes inside. */
export interface Box {
  readonly id: string;
  readonly title: string;
  /** Labels next to the title. */
  readonly tags: readonly string[];
  readonly rows: readonly Row[];
  /** The initial dot points to the inner box with this id. */
  readonly initial: string | null;
  readonly isFinal: boolean;
  /** All inner boxes are entered at the same time. */
  readonly isParallel: boolean;
  readonly boxes: readonly Box[];
  readonly change?: Difference;
  readonly isFolded?: boolean;
  /** In a folded box: the number of hidden states. */
  readonly innerStates?: number;
  /** Set if the picture is part of a page. With 'fold', the title is a button. */
  readonly controls?: readonly 'fold'[];
}

/** All boxes inside a box, outer ones first. */
export const boxesIn = (box: Box): Box[] => box.boxes.flatMap((inner) => [inner, ...boxesIn(inner)]);

export type Difference = 'added' | 'removed' | 'changed';

/** A line of text in a box. A row with targets ends in an arrow, where its lines start. */
export interface Row {
  /** A note, a trigger, a guarded transition, an action, or the description of a state or a transition. */
  readonly kind: 'note' | 'cause' | 'way' | 'action' | 'about' | 'aboutWay';
  readonly text: string;
  readonly arrow?: string;
  readonly targets?: readonly string[];
  /** Identifies the row and its lines in the drawing. */
  readonly transition?: string;
  /** In a folded box: the ids of all transitions that the row represents. */
  readonly transitions?: readonly string[];
  readonly change?: Difference;
}
