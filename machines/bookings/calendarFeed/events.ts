export type CalendarFeedEvent =
  | { type: 'calendarFeed.shown' }
  | { type: 'calendarFeed.left' }
  | { type: 'calendarFeed.retried' }
  | { type: 'calendarFeed.createPressed' }
  | { type: 'calendarFeed.renewPressed' }
  | { type: 'calendarFeed.revokePressed' }
  /** From the dialog that is shown before an address stops working. */
  | { type: 'calendarFeed.confirmed' }
  | { type: 'calendarFeed.dismissed' }
  | { type: 'calendarFeed.copyPressed' }
  /** The page is visible or online again. Another tab may have created, replaced or revoked an address. */
  | { type: 'app.resumed' };
