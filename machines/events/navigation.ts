export type NavigationEvent =
  /** Another actor wants the visitor on another page of the site. */
  | { type: 'navigation.go'; path: string }
  /** The address has changed, by whatever cause. `query`: with its question mark. */
  | { type: 'navigation.arrived'; path: string; query?: string }
  | { type: 'menu.opened' }
  | { type: 'menu.closed' };
