// The pages and states that screenshots.ts takes pictures of.
import type { RefundItem } from '../contract/bookings/booking.ts';
import type { Page } from '@playwright/test';

export type Device = 'phone' | 'tablet' | 'desktop';
export interface Shot {
  name: string;
  /** the start page */
  path?: string;
  /** the account that is signed in */
  account?: keyof typeof accounts;
  /** leads the page into the state */
  prepare?: (page: Page) => Promise<unknown>;
  /** false: only the visible part, for states with an overlay */
  wholePage?: boolean;
  /** the only device that has this state */
  device?: Device;
}

export const accounts = {
  member: { email: 'member@example.com', password: 'Member-2025!' },
  guest: { email: 'guest@example.com', password: 'Guest-2025!' },
  blocked: { email: 'blocked@example.com', password: 'Blocked-2025!' },
  desk: { email: 'desk@example.com', password: 'Desk-2025!' },
};
const SUCCESSFUL_CARD = '4100 2800 0000 1007';
const DECLINED_CARD = '4100 2800 0006 0003';
const SLOT_NAMES = [/^4:00 to 4:30 PM/, /^4:30 to 5:00 PM/];

const calls = {
  rooms: '/api/member/meeting-room/list/**',
  takenSlots: '/api/member/meeting-room/una-slots/',
  searchRooms: '/api/member/meeting-room/search/**',
  week: '/api/member/meeting-room/week/**',
  devices: '/api/member/devices/**',
  createPayment: '/api/razorpay/booking/create/',
  completePayment: '/api/razorpay/booking/complete/',
  details: '/api/member/details/**',
  myBookings: '/api/member/meeting-room/my-bookings/',
  blog: '/api/blog/**',
  enquire: '/api/enquire/',
  register: '/api/user/register/',
  refresh: '/api/refresh',
  readLink: '/api/user/link/',
};

const unreachable = {
  error: { code: 'unavailable', message: 'We could not reach the server. Please try again.' },
};

/** Answers a call instead of the server. */
const respondWith =
  (call: string, body: object, status = 'error' in body ? 503 : 200) =>
  (page: Page) =>
    page.route(`**${call}`, (route) => route.fulfill({ json: body, status }));
/** Never answers a call. */
const neverRespond = (call: string) => (page: Page) => page.route(`**${call}`, () => undefined);

const reloadWith = (change: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await change(page);
  await page.reload();
};

/** Follows a link of the footer. */
const viaFooter = (link: string, change?: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await change?.(page);
  await page.getByRole('contentinfo').getByRole('link', { name: link }).click();
};

/** Follows a link of the footer to a page whose call fails, and waits for its error. */
const viaFooterWithFailure = (link: string, call: string) => async (page: Page) => {
  await viaFooter(link, respondWith(call, unreachable))(page);
  await page.getByRole('button', { name: 'Try again' }).waitFor();
};

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** @param values by the fields' labels */
async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
}

async function chooseOption(page: Page, field: string, option: string) {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Every booking is on another day: otherwise the slots of one picture would be taken in the next one. */
let lastDay = 1;
const nextDay = () => (lastDay += 1);

/** An IST date some days ahead. */
const inDays = (days: number) =>
  new Date(Date.now() + 5.5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

/** Searches all rooms on a day. */
async function search(page: Page, days = 1) {
  await page.goto('/meeting-room');
  await page.getByLabel('Date', { exact: true }).fill(inDays(days).split('-').reverse().join('/'));
  await press(page, 'View Slots');
}
/** A room with few bookings. */
const roomCard = (page: Page) => page.getByRole('article').nth(1);

async function chooseSlots(page: Page, days = 1) {
  await search(page, days);
  for (const name of SLOT_NAMES) await roomCard(page).getByRole('gridcell', { name }).click();
}
/** Chooses free slots and goes to the booking screen. */
async function book(page: Page) {
  await chooseSlots(page, nextDay());
  await roomCard(page)
    .getByRole('button', { name: /^Book now/ })
    .click();
  await page.getByRole('button', { name: 'CONFIRM', exact: true }).waitFor();
}
async function confirm(page: Page) {
  await book(page);
  await press(page, 'CONFIRM');
}
const checkout = (page: Page) => page.frameLocator('iframe.razorpay-checkout-frame');

async function pay(page: Page, card: string) {
  await confirm(page);
  const sheet = checkout(page);
  await sheet.getByLabel('Card number').fill(card);
  await sheet.getByLabel('Expiry').fill('12/40');
  await sheet.getByLabel('CVV').fill('123');
  await sheet.getByLabel('Name on card').fill('Asha Raman');
  await sheet.getByRole('button', { name: /^Pay/ }).click();
}
async function enterCode(page: Page) {
  await checkout(page).getByLabel('One-time code').fill('1234');
  await checkout(page).getByRole('button', { name: 'Confirm payment' }).click();
}
/** Pays, with a given response to the call that completes the payment. */
const payThenRespondWith = (body: object, status: number) => async (page: Page) => {
  await respondWith(calls.completePayment, body, status)(page);
  await pay(page, SUCCESSFUL_CARD);
  await enterCode(page);
  await page.getByRole('main').getByRole('alert').waitFor();
};
/** Confirms, with an error as the response to the call that creates the order. */
const refuseOrderWith = (code: string, status: number) => async (page: Page) => {
  await respondWith(calls.createPayment, { error: { code, message: '' } }, status)(page);
  await confirm(page);
  await page.getByRole('main').getByRole('alert').waitFor();
};

async function toSecondStep(page: Page) {
  await fill(page, {
    'First Name': 'Asha',
    'Email Address': 'asha@example.com',
    'Phone Number': '98400 12345',
  });
  await press(page, 'NEXT');
  await page.getByLabel('Company Name').waitFor();
}

/** Opens the question before leaving the checkout while a payment request waits in the payer's UPI app. */
async function leaveWaitingApp(page: Page) {
  await confirm(page);
  const sheet = checkout(page);
  await sheet.getByRole('tab', { name: 'UPI' }).click();
  await sheet.getByLabel('UPI ID').fill('pending@razorpay');
  await sheet.getByRole('button', { name: /^Pay/ }).click();
  await sheet.getByText('Approve the payment in your UPI app').waitFor();
  await sheet.getByRole('button', { name: 'Close payment' }).click();
  await sheet.getByRole('button', { name: 'Leave' }).waitFor();
}

/** Presses Book now for another room while the first booking is not finished. */
async function bookAnother(page: Page) {
  // By keyboard: on a phone the payment toast covers the link.
  await page.getByRole('link', { name: 'Back to meeting rooms' }).press('Enter');
  const card = page.getByRole('article').nth(2);
  // The first free slot: the booked times differ from day to day.
  await card.locator('[role=gridcell]:not([aria-disabled])').first().click();
  await card.getByRole('button', { name: /^Book now/ }).click();
  await page.getByText('Your new selection is saved').waitFor();
}

/** My bookings with three bookings: a late payment, a double payment, and an ordinary one. */
async function withRefunds(page: Page) {
  await page.route(`**${calls.myBookings}`, async (route) => {
    const response = await route.fetch();
    const { data, next } = (await response.json()) as { data: object[]; next: unknown };
    const [one] = data;
    const amount = '1121.00';
    const refund = { amount, status: 'refund_due' };
    const references = { reference: null, bank_reference: null, at_desk: null };
    const refundBecause = (reason: RefundItem['reason'], status: RefundItem['status']): RefundItem[] => [
      { amount, reason, status, ...references },
    ];
    await route.fulfill({
      response,
      json: {
        data: [
          {
            ...one,
            id: 'late',
            state: 'refund_due',
            status: 'refund_due',
            refund,
            refunds: refundBecause('late', 'due'),
          },
          {
            ...one,
            id: 'twice',
            refund: { ...refund, status: 'refunded' },
            refunds: refundBecause('second-payment', 'processed'),
          },
          one,
        ],
        next,
      },
    });
  });
  await page.reload();
}

const searchAddress = () => `/meeting-room?date=${inDays(2)}&headcount=2&start=15%3A00&duration=120`;
const ROOM = '/meeting-room/banyan-studio';

/** Opens the first booking of My bookings. */
async function openBooking(page: Page) {
  await page.goto('/my-bookings');
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await page.getByText(/Booking reference/).waitFor();
}

/** Books by card and opens the booking. */
async function openPaidBooking(page: Page) {
  await pay(page, SUCCESSFUL_CARD);
  await enterCode(page);
  await page.waitForURL('**/my-bookings');
  await openBooking(page);
}

async function cancelBooking(page: Page) {
  await openPaidBooking(page);
  await press(page, 'Cancel this booking');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the booking' }).click();
  await page.getByRole('region', { name: 'Refund' }).waitFor();
}

async function openNewAccount(page: Page) {
  await confirm(page);
  await page.getByRole('dialog').getByRole('button', { name: 'create One' }).click();
  await page.getByLabel('Phone Number').waitFor();
}

/** Opens the first email of the mailbox whose subject contains a text. */
const openEmail = (subject: string) => async (page: Page) => {
  await page.goto('/sandbox/mailbox');
  await page.getByRole('link', { name: subject }).first().click();
  await page.locator('iframe').waitFor();
};

/** An expired access token, and a refresh call without a response. */
async function withExpiredToken(page: Page) {
  await neverRespond(calls.refresh)(page);
  await page.evaluate(() => {
    const [head, , signature] = (localStorage.getItem('accessToken') ?? '').split('.');
    const claims = btoa(JSON.stringify({ user_id: 'x', is_member: false, exp: 1 }));
    localStorage.setItem('accessToken', `${head}.${claims}.${signature}`);
  });
  await page.reload();
}

/** Opens the page of an email's link with the given action. */
const showLink = (action: 'reset' | 'confirm' | 'change' | 'register') => async (page: Page) => {
  await respondWith(calls.readLink, { data: { action, email: 'asha@example.com' } })(page);
  await page.goto(`/reset-password#${'A'.repeat(43)}`);
  await page
    .getByRole('main')
    .getByRole('textbox')
    .or(page.getByRole('main').getByRole('button'))
    .first()
    .waitFor();
};

const enquiry = { Name: 'Asha Raman', Email: 'asha@example.com', Phone: '98400 12345' };

export const shots: Shot[] = [
  { name: 'home', path: '/' },
  { name: 'home-enquiry-wrong', path: '/', prepare: (page) => press(page, 'Enquire Now') },
  {
    name: 'home-enquiry-sent',
    path: '/',
    prepare: async (page) => {
      await respondWith(calls.enquire, { data: {} }, 201)(page);
      await fill(page, enquiry);
      await chooseOption(page, 'Looking for', 'EVENTS');
      await press(page, 'Enquire Now');
      await page.getByRole('button', { name: 'Enquire Now' }).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'home-enquiry-failed',
    path: '/',
    prepare: async (page) => {
      await respondWith(calls.enquire, unreachable)(page);
      await fill(page, enquiry);
      await chooseOption(page, 'Looking for', 'EVENTS');
      await press(page, 'Enquire Now');
      await page.getByText('your enquiry was not sent').waitFor();
    },
  },
  { name: 'about', path: '/about-us' },
  { name: 'about-contact-wrong', path: '/about-us', prepare: (page) => press(page, 'Send message') },
  { name: 'blog', path: '/blog' },
  { name: 'blog-second', path: '/blog?page=2' },
  { name: 'blog-loading', path: '/about-us', prepare: viaFooter('Blogs', neverRespond(calls.blog)) },
  {
    name: 'blog-failed',
    path: '/about-us',
    prepare: viaFooterWithFailure('Blogs', calls.blog),
  },
  { name: 'blog-no-such-page', path: '/blog?page=99' },
  { name: 'post', path: '/blog/9' },
  {
    name: 'post-loading',
    path: '/blog',
    prepare: async (page) => {
      await neverRespond('/api/blog/*')(page);
      await page.getByRole('article').nth(2).getByRole('link').click();
    },
  },
  { name: 'post-none', path: '/blog/9999' },
  {
    name: 'post-print',
    path: '/blog/9',
    device: 'desktop',
    prepare: (page) => page.emulateMedia({ media: 'print' }),
  },
  { name: 'events', path: '/event-training' },
  { name: 'rooms', path: '/meeting-room' },
  {
    name: 'rooms-calendar',
    path: '/meeting-room',
    wholePage: false,
    prepare: async (page) => {
      await press(page, 'Choose in a calendar');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'rooms-wrong', path: '/meeting-room', prepare: (page) => press(page, 'View Slots') },
  { name: 'rooms-slots', prepare: search },
  {
    name: 'rooms-slots-end',
    prepare: async (page) => {
      await page.goto('/meeting-room');
      await chooseOption(page, 'Start time', '8:00 PM');
      await press(page, 'Tomorrow');
      await press(page, 'View Slots');
      for (const room of [0, 1]) {
        const later = page
          .getByRole('article')
          .nth(room)
          .getByRole('button', { name: /^Later/ });
        // `force`: the button is disabled at the end of the day.
        for (let presses = 0; presses < 3; presses += 1) await later.click({ force: true });
      }
    },
  },
  {
    name: 'rooms-slots-loading',
    prepare: async (page) => {
      await neverRespond(calls.takenSlots)(page);
      await search(page);
    },
  },
  {
    name: 'rooms-slots-failed',
    prepare: async (page) => {
      await respondWith(calls.takenSlots, unreachable)(page);
      await search(page);
      await page
        .getByRole('button', { name: /^Try again/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'rooms-none',
    path: '/meeting-room',
    prepare: async (page) => {
      await fill(page, { Headcount: '500' });
      await press(page, 'Tomorrow');
      await press(page, 'View Slots');
    },
  },
  {
    name: 'rooms-found',
    prepare: async (page) => {
      await page.goto(searchAddress());
      await page
        .getByRole('list', { name: /^Free / })
        .first()
        .waitFor();
    },
  },
  {
    name: 'rooms-found-edited',
    prepare: async (page) => {
      await page.goto(searchAddress());
      await page
        .getByRole('list', { name: /^Free / })
        .first()
        .waitFor();
      await fill(page, { Headcount: '6' });
      await page.getByText('You have changed the search').waitFor();
    },
  },
  {
    name: 'rooms-found-failed',
    prepare: async (page) => {
      await respondWith(calls.searchRooms, unreachable)(page);
      await page.goto(searchAddress());
      await page.getByText('The free rooms could not be listed first').waitFor();
    },
  },
  {
    name: 'rooms-no-amenities',
    prepare: async (page) => {
      await page.goto(`/meeting-room?date=${inDays(2)}&headcount=20&amenities=tv,projector,tea%2Fcoffee`);
      await page.getByText('No room has all of that').waitFor();
    },
  },
  { name: 'room', path: ROOM },
  {
    name: 'room-chosen',
    path: ROOM,
    prepare: async (page) => {
      await page.getByRole('button', { name: /free$/ }).nth(2).click();
      await page.locator('[role="gridcell"]:not([aria-disabled])').nth(3).click();
    },
  },
  {
    name: 'room-week-failed',
    prepare: async (page) => {
      await respondWith(calls.week, unreachable)(page);
      await page.goto(ROOM);
      await page.getByRole('button', { name: /^Try again/ }).waitFor();
    },
  },
  { name: 'room-none', path: '/meeting-room/no-such-room' },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
  { name: 'cancellation-policy', path: '/cancellation-policy' },
  {
    name: 'rooms-loading',
    path: '/about-us',
    prepare: viaFooter('Meeting Rooms', neverRespond(calls.rooms)),
  },
  {
    name: 'rooms-failed',
    path: '/about-us',
    prepare: viaFooterWithFailure('Meeting Rooms', calls.rooms),
  },
  { name: 'rooms-chosen', prepare: chooseSlots },
  {
    name: 'toasts',
    account: 'guest',
    wholePage: false,
    prepare: async (page) => {
      await search(page);
      await page.getByRole('gridcell', { name: /taken/ }).first().dispatchEvent('click');
      await page.getByText('slot-unavailable').waitFor();
      await press(page, 'LOG OUT');
    },
  },
  { name: 'booking-none', path: '/meeting-room/booking' },
  { name: 'booking', prepare: book },
  { name: 'booking-member', account: 'member', prepare: book },
  {
    name: 'booking-login',
    prepare: async (page) => {
      await confirm(page);
      await page.getByRole('dialog').waitFor();
    },
    wholePage: false,
  },
  {
    name: 'booking-login-refused',
    prepare: async (page) => {
      await confirm(page);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email Address').fill('nobody@example.com');
      await dialog.getByLabel('Password', { exact: true }).fill('wrong');
      await dialog.getByRole('button', { name: 'Login' }).click();
      await page.getByText('Login failed! Check your credentials.').waitFor();
    },
    wholePage: false,
  },
  { name: 'booking-new-account', wholePage: false, prepare: openNewAccount },
  {
    name: 'booking-payment',
    account: 'guest',
    prepare: async (page) => {
      await confirm(page);
      await checkout(page).getByLabel('Card number').waitFor();
    },
    wholePage: false,
  },
  {
    name: 'booking-payment-declined',
    account: 'guest',
    prepare: async (page) => {
      await pay(page, DECLINED_CARD);
      await enterCode(page);
      await page.waitForTimeout(1500);
    },
    wholePage: false,
  },
  {
    name: 'booking-payment-silent',
    account: 'guest',
    prepare: async (page) => {
      await neverRespond('/sandbox/v1/checkout/public')(page);
      await confirm(page);
      await page.getByText('The payment window is not responding').waitFor();
    },
    wholePage: false,
  },
  {
    name: 'booking-payment-closed',
    account: 'guest',
    prepare: async (page) => {
      await confirm(page);
      await checkout(page).getByRole('button', { name: 'Close payment' }).click();
      await checkout(page).getByRole('button', { name: 'Leave' }).click();
      await page.getByText('Payment process was cancelled.').waitFor();
    },
  },
  {
    name: 'booking-payment-timed-out',
    account: 'guest',
    prepare: async (page) => {
      await page.route(`**${calls.createPayment}`, async (route) => {
        const response = await route.fetch();
        const { data } = (await response.json()) as { data: object };
        await route.fulfill({ response, json: { data: { ...data, timeout: 3 } } });
      });
      await confirm(page);
      await page.getByText('The time to pay has run out').waitFor();
    },
  },
  {
    name: 'booking-opening',
    account: 'guest',
    prepare: async (page) => {
      await neverRespond(calls.createPayment)(page);
      await confirm(page);
    },
  },
  {
    name: 'booking-verifying',
    account: 'guest',
    prepare: async (page) => {
      await neverRespond(calls.completePayment)(page);
      await pay(page, SUCCESSFUL_CARD);
      await enterCode(page);
      await page.getByText('Confirming your payment…').waitFor();
    },
  },
  { name: 'booking-upi-leaving', account: 'guest', wholePage: false, prepare: leaveWaitingApp },
  {
    name: 'booking-waiting',
    account: 'guest',
    prepare: async (page) => {
      await leaveWaitingApp(page);
      await checkout(page).getByRole('button', { name: 'Leave' }).click();
      await page.getByText('If you stop waiting, this room is released').waitFor();
    },
  },
  {
    name: 'booking-waiting-next',
    account: 'guest',
    prepare: async (page) => {
      await leaveWaitingApp(page);
      await checkout(page).getByRole('button', { name: 'Leave' }).click();
      await bookAnother(page);
    },
  },
  {
    name: 'booking-verifying-next',
    account: 'guest',
    prepare: async (page) => {
      await neverRespond(calls.completePayment)(page);
      await pay(page, SUCCESSFUL_CARD);
      await enterCode(page);
      await page.getByText('Confirming your payment…').waitFor();
      await bookAnother(page);
    },
  },
  {
    name: 'booking-too-many-holds',
    account: 'guest',
    prepare: async (page) => {
      const holds = { count: 3, slots: 8, until: '2025-11-21T04:53:00Z' };
      const error = { code: 'too-many-holds', message: '', holds };
      await respondWith(calls.createPayment, { error }, 409)(page);
      await confirm(page);
      await page.getByRole('main').getByRole('alert').waitFor();
    },
  },
  {
    name: 'my-bookings-unpaid',
    account: 'guest',
    prepare: async (page) => {
      await leaveWaitingApp(page);
      await checkout(page).getByRole('button', { name: 'Leave' }).click();
      await page.getByText('If you stop waiting, this room is released').waitFor();
      await page.goto('/my-bookings');
      await page.getByRole('article').getByText('Waiting for your payment').waitFor();
    },
  },
  {
    name: 'my-bookings-interrupted',
    account: 'guest',
    prepare: async (page) => {
      await confirm(page);
      await checkout(page).getByLabel('Card number').waitFor();
      await page.goto('/my-bookings');
      await page.getByRole('button', { name: 'Pay now' }).waitFor();
    },
  },
  { name: 'booking-taken', account: 'guest', prepare: refuseOrderWith('slot-taken', 409) },
  { name: 'booking-blocked', account: 'blocked', prepare: refuseOrderWith('blocked', 403) },
  {
    name: 'booking-paid-late',
    account: 'guest',
    prepare: payThenRespondWith({ error: { code: 'hold-over', message: '' } }, 410),
  },
  {
    name: 'booking-uncertain',
    account: 'guest',
    prepare: payThenRespondWith({ error: { code: 'payment-not-verified', message: '' } }, 400),
  },
  {
    name: 'booking-reminder',
    account: 'guest',
    prepare: async (page) => {
      await payThenRespondWith({ error: { code: 'payment-not-verified', message: '' } }, 400)(page);
      await viaFooter('About Us')(page);
    },
    wholePage: false,
  },
  { name: 'login', path: '/login' },
  {
    name: 'login-refused',
    path: '/login',
    prepare: async (page) => {
      await page.getByLabel('Email Address').fill('nobody@example.com');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await press(page, 'Login');
      await page.getByText('Login failed. Check your credentials.').waitFor();
    },
  },
  { name: 'join', path: '/join-us' },
  { name: 'join-wrong', path: '/join-us', prepare: (page) => press(page, 'NEXT') },
  {
    name: 'join-invalid',
    path: '/join-us',
    prepare: async (page) => {
      await fill(page, { 'First Name': 'Asha', 'Email Address': 'asha@home', 'Phone Number': '12' });
      await press(page, 'NEXT');
    },
  },
  { name: 'join-second', path: '/join-us', prepare: toSecondStep },
  {
    name: 'join-second-wrong',
    path: '/join-us',
    prepare: async (page) => {
      await toSecondStep(page);
      await press(page, 'SUBMIT');
    },
  },
  {
    name: 'join-second-mismatch',
    path: '/join-us',
    prepare: async (page) => {
      await toSecondStep(page);
      await fill(page, { Password: 'Lamp-2025!', 'Confirm Password': 'Lamp-2026!' });
      await press(page, 'SUBMIT');
    },
  },
  {
    name: 'join-failed',
    path: '/join-us',
    prepare: async (page) => {
      await respondWith(calls.register, unreachable)(page);
      await toSecondStep(page);
      await fill(page, { Password: 'Lamp-2025!', 'Confirm Password': 'Lamp-2025!' });
      await press(page, 'SUBMIT');
      await page.getByText('Registration Failed').first().waitFor();
    },
  },
  { name: 'profile', path: '/profile', account: 'member' },
  {
    name: 'profile-points',
    path: '/profile',
    account: 'member',
    prepare: (page) => press(page, 'Buy points'),
  },
  { name: 'profile-guest', path: '/profile', account: 'guest' },
  {
    name: 'profile-editing',
    path: '/profile',
    account: 'guest',
    prepare: async (page) => {
      for (const name of ['Edit your details', 'Change address', 'Change password', 'Close account']) {
        await press(page, name);
      }
      await press(page, 'Close my account permanently');
      await page.getByText('Enter your current password').waitFor();
    },
  },
  {
    name: 'profile-loading',
    path: '/profile',
    account: 'member',
    prepare: reloadWith(neverRespond(calls.details)),
  },
  {
    name: 'profile-failed',
    path: '/profile',
    account: 'member',
    prepare: async (page) => {
      await reloadWith(respondWith(calls.details, unreachable))(page);
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  },
  {
    name: 'forgot-password',
    path: '/forgot-password',
    prepare: async (page) => {
      await press(page, 'Send me a link');
      await page.getByText('Enter an email address').waitFor();
    },
  },
  {
    name: 'forgot-password-sent',
    path: '/forgot-password',
    prepare: async (page) => {
      await fill(page, { 'Email Address': accounts.guest.email });
      await press(page, 'Send me a link');
      await page.getByText('Check your email').waitFor();
    },
  },
  ...(['reset', 'confirm', 'change', 'register'] as const).map((action) => ({
    name: `link-${action}`,
    path: '/forgot-password',
    prepare: showLink(action),
  })),
  {
    name: 'link-over',
    path: `/reset-password#${'A'.repeat(43)}`,
    prepare: async (page: Page) => {
      await page.getByText('This link no longer works').waitFor();
    },
  },
  { name: 'refreshing-session', path: '/profile', account: 'member', prepare: withExpiredToken },
  {
    name: 'my-bookings',
    account: 'member',
    prepare: async (page) => {
      await confirm(page);
      await page.waitForURL('**/my-bookings');
      await page.getByRole('article').first().waitFor();
    },
  },
  {
    name: 'my-bookings-refunds',
    path: '/my-bookings',
    account: 'member',
    prepare: withRefunds,
  },
  {
    name: 'my-bookings-print',
    path: '/my-bookings',
    account: 'member',
    device: 'desktop',
    prepare: async (page) => {
      await withRefunds(page);
      await page.emulateMedia({ media: 'print' });
    },
  },
  {
    name: 'my-bookings-loading',
    path: '/my-bookings',
    account: 'member',
    prepare: reloadWith(neverRespond(calls.myBookings)),
  },
  {
    name: 'my-bookings-empty',
    path: '/my-bookings',
    account: 'member',
    prepare: reloadWith(respondWith(calls.myBookings, { data: [], next: { upcoming: null, past: null } })),
  },
  {
    name: 'my-bookings-failed',
    path: '/my-bookings',
    account: 'member',
    prepare: async (page) => {
      await reloadWith(respondWith(calls.myBookings, unreachable))(page);
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  },
  {
    name: 'past-bookings',
    account: 'guest',
    prepare: async (page) => {
      await cancelBooking(page);
      await page.goto('/my-bookings/past');
      await page.getByRole('heading', { name: 'Bookings', exact: true }).waitFor();
    },
  },
  {
    name: 'series',
    account: 'guest',
    prepare: async (page) => {
      await book(page);
      await press(page, 'Repeat this booking');
      await page.getByRole('status').filter({ hasText: 'dates are free' }).waitFor();
    },
  },
  { name: 'own-booking', account: 'member', prepare: openBooking },
  { name: 'own-booking-paid', account: 'guest', prepare: openPaidBooking },
  {
    name: 'own-booking-cancelling',
    account: 'guest',
    wholePage: false,
    prepare: async (page) => {
      await openPaidBooking(page);
      await press(page, 'Cancel this booking');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel the booking' }).waitFor();
    },
  },
  { name: 'own-booking-cancelled', account: 'guest', prepare: cancelBooking },
  {
    name: 'own-booking-moving',
    account: 'guest',
    prepare: async (page) => {
      await openPaidBooking(page);
      await page.getByRole('link', { name: 'Move to another time' }).click();
      await page.getByRole('combobox', { name: 'End time' }).waitFor();
      await chooseOption(page, 'End time', '6:00 PM');
      await page.getByRole('button', { name: /and move$/ }).waitFor();
    },
  },
  { name: 'own-booking-none', path: '/my-bookings/nonsense', account: 'guest' },
  {
    name: 'calendar-feed',
    path: '/my-bookings',
    account: 'guest',
    prepare: async (page) => {
      await press(page, 'Create a calendar link');
      await page.getByLabel('Calendar link').waitFor();
    },
  },
  { name: 'mailbox', path: '/sandbox/mailbox' },
  { name: 'email', prepare: openEmail('Booked') },
  {
    name: 'desk-sign-in',
    path: '/desk',
  },
  {
    name: 'desk-day',
    prepare: async (page) => {
      await page.goto('/desk');
      await fill(page, { 'Email Address': accounts.desk.email });
      await page.getByLabel('Password', { exact: true }).fill(accounts.desk.password);
      await press(page, 'Login');
      await page.getByRole('button', { name: 'New booking' }).waitFor();
    },
  },
  {
    name: 'desk-link',
    device: 'desktop',
    prepare: async (page) => {
      await page.goto('/desk');
      await fill(page, { 'Email Address': accounts.desk.email });
      await page.getByLabel('Password', { exact: true }).fill(accounts.desk.password);
      await press(page, 'Login');
      await page.getByRole('grid').waitFor();
      // Both colour schemes are taken at the same time: each needs a separate day.
      const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
      await page.goto(`/desk?date=${inDays(isDark ? 30 : 31)}`);
      await page.getByRole('grid').locator('[tabindex="0"]').focus();
      await page.keyboard.press('Enter');
      await press(page, 'Payment link');
      await fill(page, { 'Email Address': accounts.guest.email });
      await press(page, 'Hold and send the link');
      await page.getByLabel('Payment address').waitFor();
    },
    wholePage: false,
  },
  {
    name: 'desk-second-factor',
    prepare: async (page) => {
      await page.goto('/desk?view=team');
      await fill(page, { 'Email Address': accounts.desk.email });
      await page.getByLabel('Password', { exact: true }).fill(accounts.desk.password);
      await press(page, 'Login');
      await page.getByRole('button', { name: 'Set it up' }).click();
      await page.getByRole('img', { name: 'QR code with the key' }).waitFor();
    },
  },
  { name: 'not-found', path: '/nowhere' },
  {
    name: 'page-broken',
    path: '/about-us',
    prepare: viaFooter('Meeting Rooms', respondWith(calls.rooms, { data: [{ id: 1, room_capacity: 60 }] })),
  },
  {
    name: 'page-not-fetched',
    path: '/about-us',
    prepare: viaFooter('Blogs', (page) => page.route('**/assets/BlogPage-*.js', (route) => route.abort())),
  },
  {
    name: 'offline',
    path: '/about-us',
    prepare: (page) => page.context().setOffline(true),
    wholePage: false,
  },
  {
    name: 'features-menu',
    path: '/',
    device: 'desktop',
    prepare: (page) => page.getByRole('button', { name: 'Features' }).hover(),
    wholePage: false,
  },
  {
    name: 'features-menu-focused',
    path: '/',
    device: 'desktop',
    prepare: async (page) => {
      await page.keyboard.press('Tab');
      await page.getByRole('link', { name: 'Home', exact: true }).first().focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
    },
    wholePage: false,
  },
  { name: 'side-menu', path: '/', prepare: openMenu, wholePage: false },
  { name: 'side-menu-member', path: '/', account: 'member', prepare: openMenu, wholePage: false },
];

function openMenu(page: Page) {
  return page.getByRole('button', { name: /menu/i }).first().click();
}
