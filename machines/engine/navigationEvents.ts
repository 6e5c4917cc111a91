export type NavigationEvent =
  /** Another actor requests a page. */
  | { type: 'navigation.go'; path: string }
  /** The URL has changed for any reason. `query` includes its question mark; `isSamePage`: only the query has changed. */
  | { type: 'navigation.arrived'; path: string; query?: string; isSamePage?: boolean }
  /** The search of the rooms page has changed: the URL of the shown page follows it. `query` includes its question mark. */
  | { type: 'navigation.searched'; query: string; replaces: boolean }
  | { type: 'menu.opened' }
  | { type: 'menu.closed' };

declare module './system.ts' {
  interface EventsByFlow {
    navigation: NavigationEvent;
  }
}
