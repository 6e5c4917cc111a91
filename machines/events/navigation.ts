export type NavigationEvent =
  /** Another actor requests a page of the site. */
  | { type: 'navigation.go'; path: string }
  /** The address has changed for any reason. `query` includes its question mark. */
  | { type: 'navigation.arrived'; path: string; query?: string }
  | { type: 'menu.opened' }
  | { type: 'menu.closed' };
