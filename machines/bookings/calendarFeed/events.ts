export type CalendarFeedEvent =
  | { type: 'calendarFeed.shown' }
  | { type: 'calendarFeed.left' }
  | { type: 'calendarFeed.retried' }
  | { type: 'calendarFeed.createPressed' }
  | { type: 'calendarFeed.renewPressed' }
  | { type: 'calendarFeed.revokePressed' }
  /** The user confirms or cancels in the dialog before an address stops working. */
  | { type: 'calendarFeed.confirmed' }
  | { type: 'calendarFeed.dismissed' }
  | { type: 'calendarFeed.copyPressed' }
  /** The page is visible or online again. Another tab may have created, replaced or revoked an address in the meantime. */
  | { type: 'app.resumed' };
