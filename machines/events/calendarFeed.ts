export type CalendarFeedEvent =
  | { type: 'calendarFeed.shown' }
  | { type: 'calendarFeed.left' }
  | { type: 'calendarFeed.retried' }
  | { type: 'calendarFeed.createPressed' }
  | { type: 'calendarFeed.renewPressed' }
  | { type: 'calendarFeed.revokePressed' }
  /** The question before an address stops working: yes, or no. */
  | { type: 'calendarFeed.confirmed' }
  | { type: 'calendarFeed.dismissed' }
  | { type: 'calendarFeed.copyPressed' }
  /** The page is visible or online again: another tab may have made, replaced or stopped an address meanwhile. */
  | { type: 'app.resumed' };
