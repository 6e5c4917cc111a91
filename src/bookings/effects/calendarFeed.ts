import type { CalendarFeed, NewCalendarFeed } from '../../../contract/bookings/calendar.ts';
import { paths } from '../../../contract/paths.ts';
import { Redacted } from '../../../domain/text/redacted.ts';
import type { Effects } from '../../../machines/effects.ts';
import { apiHost, type Send } from '../../app/effects/http.ts';

/** Each call carries the access token. */
export const createCalendarFeed = (authenticatedRequest: Send): Effects['calendarFeed'] => ({
  async load(signal) {
    const { data } = await authenticatedRequest<{ data: CalendarFeed }>({ url: paths.calendarFeed, signal });
    return data;
  },
  async create() {
    const { data } = await authenticatedRequest<{ data: NewCalendarFeed }>({
      method: 'post',
      url: paths.calendarFeed,
      data: {},
    });
    const { href } = new URL(data.path, apiHost || location.origin);
    return { address: new Redacted(href), since: data.since };
  },
  async revoke() {
    await authenticatedRequest({ method: 'post', url: paths.revokeCalendarFeed, data: {} });
  },
  // Browsers offer the clipboard only on HTTPS and localhost; elsewhere the promise is rejected.
  copy: async (text) => navigator.clipboard.writeText(text.reveal()),
});
