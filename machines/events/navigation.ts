export type NavigationEvent =
  /** Another actor requests a page of the site. */
  | { type: 'navigation.go'; path: string }
  /** The address has changed for any reason. `query` includes its question mark; `isSamePage`: nothing else has changed. */
  | { type: 'navigation.arrived'; path: string; query?: string; isSamePage?: boolean }
  /** The search on the page of the rooms has changed; `query` as below. A shown page's address follows it. */
  | { type: 'navigation.searched'; query: string; replaces: boolean }
  | { type: 'menu.opened' }
  | { type: 'menu.closed' };
