/** A box of a drawing: a title, rows of text, and boxes inside. */
export interface Box {
  readonly id: string;
  readonly title: string;
  /** Small words beside the title. */
  readonly tags: readonly string[];
  readonly rows: readonly Row[];
  /** The id of the box inside to which the starting dot points. */
  readonly initial: string | null;
  readonly isFinal: boolean;
  /** Its boxes are all entered at once. */
  readonly isParallel: boolean;
  readonly boxes: readonly Box[];
  /** How it differs from an earlier version. */
  readonly change?: Difference;
  /** What is in it is left out. */
  readonly isFolded?: boolean;
  /** In a folded box: how many are left out. */
  readonly innerStates?: number;
  /** What a person can press at its title, where the picture is part of a page. */
  readonly controls?: readonly ('fold' | 'source')[];
}

export type Difference = 'added' | 'removed' | 'changed';

/** A line of text in a box. A row with targets ends in an arrow, where its lines start. */
export interface Row {
  /** The row's style: automatic, on an event, a guard, an action, or what a description says of a state or of a way. */
  readonly kind: 'note' | 'cause' | 'way' | 'action' | 'about' | 'aboutWay';
  readonly text: string;
  readonly arrow?: string;
  readonly targets?: readonly string[];
  /** What it shows, so that it and its lines can be found in the drawing. */
  readonly transition?: string;
  /** In a folded box: all that it stands for. */
  readonly transitions?: readonly string[];
  readonly change?: Difference;
}
