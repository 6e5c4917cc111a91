import { bookingTimes } from '../../domain/time/slots.ts';

/** A request that the document shows and a test sends. The test replaces the ids by those of earlier responses. */
export interface Example {
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly path?: Readonly<Record<string, string | number>>;
}

const USER_ID = '5b0c1f0e-7d53-4a0e-9a55-0f3c1f7a2d10';
const BOOKING_ID = 'c2f7f1d4-3c0a-4b0f-8a46-6f1b7c9e2a31';
const TAX_DOCUMENT_ID = '0f9be0c7-55d1-4f0e-b9b4-2d6a1c3e8f42';
const DATE = '2025-11-26';
const PASSWORD = 'a password of your own';
const LINK = 'the token of the link in the email';
/** 4:00 PM to 5:00 PM. */
const AFTERNOON = bookingTimes({ start: 32, end: 34 });
const EVENING = bookingTimes({ start: 36, end: 38 });
const MORNING = bookingTimes({ start: 22, end: 24 });
const NIGHTFALL = bookingTimes({ start: 42, end: 44 });
const series = [DATE, '2025-12-10'].map((bdate) => ({ mid: 3, bdate, ...NIGHTFALL }));
const person = { first_name: 'Meena', last_name: 'Raman', phone: '+919840012345' };
const ofBooking: Example = { query: { booking_id: BOOKING_ID } };
const ofTaxDocument: Example = { path: { id: TAX_DOCUMENT_ID } };

/** By the operation's id, for each operation that has an input. */
export const examples: Readonly<Record<string, Example>> = {
  signIn: { body: { email: 'guest@example.com', password: 'Guest-2025!' } },
  refreshSession: { body: { token: 'the refresh token' } },
  signOut: { body: { token: 'the refresh token' } },

  register: {
    body: { ...person, email: 'meena@example.com', password: PASSWORD, company_name: 'Raman Textiles' },
  },
  confirmAddress: { body: { token: LINK, password: PASSWORD } },
  claimAccount: { body: { token: LINK, password: PASSWORD } },
  disown: { body: { token: LINK } },
  acceptInvitation: { body: { ...person, token: LINK, password: PASSWORD } },
  forgotPassword: { body: { email: 'meena@example.com' } },
  readLink: { body: { token: LINK } },
  resetPassword: { body: { token: LINK, password: PASSWORD } },
  memberDetails: { query: { uid: USER_ID } },
  updateDetails: { body: { ...person, website: 'ramantextiles.example' } },
  changePassword: { body: { password: PASSWORD, new_password: 'another one of your own' } },
  changeAddress: { body: { email: 'meena.raman@example.com', password: PASSWORD } },
  signOutDevice: { body: { id: USER_ID } },
  closeAccount: { body: { password: PASSWORD } },
  proveSecondFactor: { body: { code: '123456' } },

  rooms: { query: { city: 'chennai' } },
  takenSlots: { body: { date: DATE, id: 2 } },
  takenSlotsOfRooms: { body: { date: DATE, ids: [1, 2, 3] } },
  roomWeek: { query: { id: 2, from: DATE } },
  searchRooms: { query: { city: 'chennai', date: DATE, start: '15:00', duration: 120, headcount: 10 } },
  liveSlots: { query: { date: DATE } },

  bookWithPoints: { body: { mid: 2, uid: USER_ID, bdate: DATE, ...MORNING } },
  myBookings: { query: {} },
  bookingDetails: ofBooking,
  cancelTerms: ofBooking,
  cancelBooking: { body: { booking_id: BOOKING_ID, refund: '1.50' } },
  moveTerms: { query: { booking_id: BOOKING_ID, mid: 1, bdate: DATE, ...AFTERNOON } },
  moveBooking: {
    body: {
      booking_id: BOOKING_ID,
      mid: 1,
      bdate: DATE,
      ...AFTERNOON,
      sequence: 0,
      difference: '0.00',
      refund: '590.00',
    },
  },

  seriesAtAGlance: { query: { mid: 3, bdate: DATE, ...NIGHTFALL, every: 2, count: 2 } },
  bookSeries: { body: { uid: USER_ID, dates: series } },
  joinWaitingList: { body: { mid: 2, bdate: DATE, ...MORNING } },
  leaveWaitingList: { body: { id: BOOKING_ID } },
  readWaitingListLink: { body: { token: LINK } },
  leaveWaitingListByLink: { body: { token: LINK } },

  bookOnAccount: {
    body: { mid: 1, uid: USER_ID, bdate: DATE, ...MORNING, amount: '413.00', currency: 'INR' },
  },
  createPayment: {
    body: { mid: 1, uid: USER_ID, bdate: DATE, ...MORNING, amount: '413.00', currency: 'INR' },
  },
  createSeriesPayment: { body: { uid: USER_ID, dates: series, amount: '1534.00', currency: 'INR' } },
  completePayment: {
    body: {
      booking_id: BOOKING_ID,
      order_id: 'order_Nb6L1qvYc0S2Rk',
      payment_id: 'pay_Nb6LqUv5yTkW3d',
      signature: '9f3c'.repeat(16),
      amount: '413.00',
    },
  },
  buyPoints: { body: { points: 10, amount: '7080.00' } },
  completePoints: {
    body: {
      purchase_id: BOOKING_ID,
      order_id: 'order_Nb6L1qvYc0S2Rk',
      payment_id: 'pay_Nb6LqUv5yTkW3d',
      signature: '9f3c'.repeat(16),
      amount: '7080.00',
    },
  },
  pointPurchase: { query: { purchase_id: BOOKING_ID } },
  releasePayment: { body: { booking_id: BOOKING_ID } },
  paymentStatus: ofBooking,

  calendarFile: ofBooking,
  calendarFeedFile: { path: { secret: 'the secret of the feed' } },

  saveBillingDetails: {
    body: {
      company_name: 'Raman Textiles Pvt Ltd',
      address: '12 Cathedral Road, Chennai 600086',
      gstin: '33AABCR1234M1ZK',
      state: '33',
    },
  },
  pastBookings: { query: { month: DATE.slice(0, 7) } },
  bookingTaxDocuments: ofBooking,
  taxDocument: ofTaxDocument,
  taxDocumentPdf: ofTaxDocument,
  taxDocumentPrint: ofTaxDocument,

  blogPosts: { query: { page: 1 } },
  blogPost: { path: { id: 1 } },
  event: { path: { id: 1 } },
  events: { query: { category: 'workshop', page: 1 } },
  people: { query: { search: 'meera' } },
  person: { query: { user_id: USER_ID } },
  setMembership: {
    body: {
      user_id: USER_ID,
      was_member: false,
      was_monthly: '0',
      is_member: true,
      monthly_points: '10',
      reason: 'Signed the contract',
    },
  },
  confirmAgain: { body: { user_id: USER_ID } },
  addAddress: { body: { user_id: USER_ID, email: 'kavya@example.com' } },
  closeForCustomer: { body: { user_id: USER_ID, reason: 'The customer asks for it' } },
  blockPerson: { body: { user_id: USER_ID, blocked: false, reason: 'Has paid what was open' } },
  grantPoints: {
    body: { user_id: USER_ID, points: '2.5', balance: '0', reason: 'For the broken projector' },
  },
  correctPoints: {
    body: { user_id: USER_ID, points: '-0.5', balance: '0', reason: 'Given to the wrong account' },
  },
  exportPoints: { query: { from: DATE, to: DATE } },
  confirmFactor: { body: { code: '123456' } },
  proveFactor: { body: { code: '123456' } },
  resetFactor: { body: { user_id: USER_ID, reason: 'Has lost the phone' } },
  enquiries: { query: { state: 'new' } },
  enquiry: { query: { id: 1 } },
  replyToEnquiry: { body: { id: 1, version: 1, text: 'We have a room for forty people on that day.' } },
  markEnquiry: { body: { id: 1, version: 0, mark: 'taken' } },
  report: { query: { from: DATE, to: DATE } },
  receivedPayments: { query: { from: DATE, to: DATE } },
  companies: {},
  company: { query: { id: BOOKING_ID } },
  saveCompany: {
    body: {
      id: '',
      version: 0,
      name: 'Palm Tea Traders LLP',
      address: '1 Mint Street, Chennai 600001',
      gstin: '',
      email: 'accounts@palmtea.example.com',
      limit: '50000',
      term_days: 30,
    },
  },
  invoiceCompany: { body: { company_id: BOOKING_ID, month: DATE.slice(0, 7) } },
  addCompanyMember: { body: { company_id: BOOKING_ID, email: 'guest@example.com' } },
  removeCompanyMember: { body: { company_id: BOOKING_ID, user_id: USER_ID, reason: 'Has left the company' } },
  recordTransfer: {
    body: { company_id: BOOKING_ID, received_on: DATE, amount: '1184.72', reference: 'UTR4000001' },
  },
  removeTransfer: {
    body: { company_id: BOOKING_ID, transfer_id: BOOKING_ID, reason: 'Belongs to another company' },
  },
  closeTill: {
    body: {
      clerk_id: USER_ID,
      number: 1,
      cash_expected: '1184.72',
      upi_expected: '592.36',
      cash: '1184.00',
      upi: '592.36',
      note: 'A coin is missing',
    },
  },
  settlements: { query: { from: DATE, to: DATE } },
  uploadSettlementReport: { query: { name: 'settlement-recon.csv' } },
  explainDifference: {
    body: {
      subject: 'pay_A1b2C3d4E5f6G7',
      problem: 'unknown',
      ours: '0.00',
      reported: '590.00',
      note: 'A payment of the café, which uses the same account',
    },
  },
  reportFile: { query: { from: DATE, to: DATE, table: 'papers' } },
  deskTaxDocumentPdf: { query: { id: TAX_DOCUMENT_ID } },
  deskTaxDocumentPrint: { query: { id: TAX_DOCUMENT_ID } },
  monthDocument: { query: { month: DATE.slice(0, 7) } },
  correctInvoice: {
    body: {
      invoice_id: TAX_DOCUMENT_ID,
      company_name: 'Kovai Looms Pvt Ltd',
      address: '12 Race Course Road, Coimbatore 641018',
      gstin: '33AABCR1234M1ZK',
      reason: 'The customer had entered the GSTIN of another branch',
    },
  },
  makeMonthDocument: { body: { month: DATE.slice(0, 7) } },
  monthArchive: { query: { month: DATE.slice(0, 7) } },
  monthDocumentFile: { query: { id: TAX_DOCUMENT_ID, position: 1 } },
  sellAtDesk: {
    body: {
      email: 'walk-in@example.com',
      first_name: 'Kavya',
      phone: '+919840012399',
      mid: 2,
      bdate: DATE,
      ...bookingTimes({ start: 40, end: 42 }),
      method: 'upi',
      reference: '532715204418',
      amount: '592.36',
      company_name: 'Kavya Textiles Private Limited',
      address: '12 Usman Road, Chennai 600017',
      gstin: '33AAACH7409R1Z8',
      note: 'Comes every Tuesday',
    },
  },
  makePaymentLink: {
    body: {
      email: 'caller@example.com',
      first_name: 'Kavya',
      phone: '+919840012399',
      mid: 2,
      bdate: DATE,
      ...bookingTimes({ start: 26, end: 28 }),
      amount: '592.36',
    },
  },
  saleDates: {
    query: { mid: 2, bdate: DATE, ...bookingTimes({ start: 40, end: 42 }), every: 1, count: 4 },
  },
  withdrawPaymentLink: { body: { booking_id: BOOKING_ID } },
  resendEmails: { body: { booking_id: BOOKING_ID } },
  providerSays: { query: { payment_id: 'pay_A1b2C3d4E5f6G7' } },
  retryRefund: { body: { refund_id: BOOKING_ID, reason: 'The bank is back' } },
  handBack: { body: { refund_id: BOOKING_ID, method: 'cash' } },
  makeRefund: {
    body: {
      booking_id: BOOKING_ID,
      amount: '300.00',
      left: '1121.00',
      method: 'provider',
      reason: 'The projector was broken',
    },
  },
  confirmRefund: { body: { request_id: BOOKING_ID, left: '1121.00' } },
  declineRefund: { body: { request_id: BOOKING_ID, reason: 'The projector worked' } },
  saveRefundLimits: { body: { staff: '500', manager: '5000', version: 0 } },
  invite: { body: { email: 'kala@example.com', role: 'bookkeeper', reason: 'Keeps the books from May on' } },
  sendInvitation: { body: { invitation_id: BOOKING_ID } },
  withdrawInvitation: { body: { invitation_id: BOOKING_ID, reason: 'Has found another job' } },
  giveRole: { body: { email: 'guest@example.com', role: 'staff', reason: 'Works at the desk from today' } },
  dayPlan: { query: { date: DATE } },
  deskBooking: ofBooking,
  recordArrival: { body: { booking_id: BOOKING_ID, arrival: 'arrived' } },
  writeNote: { body: { booking_id: BOOKING_ID, note: 'Needs a second screen' } },
  deskCancel: {
    body: { booking_id: BOOKING_ID, policy_refund: '1.00', refund: '1.00', reason: 'Asked for on the phone' },
  },
  deskMove: {
    body: {
      booking_id: BOOKING_ID,
      sequence: 0,
      mid: 2,
      bdate: DATE,
      ...AFTERNOON,
      reason: 'The projector is broken',
    },
  },
  extendAtDesk: {
    body: {
      booking_id: BOOKING_ID,
      sequence: 0,
      start_time: AFTERNOON.stime,
      end_time: '24:00:00',
      amount: '296.18',
      method: 'cash',
    },
  },
  extendByPaymentLink: {
    body: {
      booking_id: BOOKING_ID,
      sequence: 0,
      start_time: '20:00:00',
      end_time: '21:30:00',
      amount: '296.18',
    },
  },
  shortenAtDesk: {
    body: {
      booking_id: BOOKING_ID,
      sequence: 0,
      start_time: AFTERNOON.stime,
      end_time: AFTERNOON.etime,
      policy_refund: '0',
      refund: '0',
      reason: 'The guests left early',
    },
  },
  bookForMember: { body: { email: 'member@example.com', mid: 2, bdate: DATE, ...EVENING } },
  makeBlockOut: {
    body: {
      room_id: 3,
      first_day: '2025-12-01',
      last_day: '2025-12-02',
      start_time: '10:00:00',
      end_time: '12:00:00',
      reason: 'New carpet',
      around: false,
    },
  },
  moveProposals: { query: { id: BOOKING_ID } },
  moveFromBlockOut: {
    body: {
      id: BOOKING_ID,
      moves: [{ booking_id: BOOKING_ID, sequence: 0, mid: 2, bdate: DATE, ...EVENING }],
      reason: 'New carpet',
    },
  },
  saveRoom: {
    body: {
      id: null,
      version: 0,
      room_name: 'Tamarind Studio',
      room_capacity: 8,
      price_per_hour: '600.00',
      floor: '1st Floor',
      building_no: '12, Aalamaram House',
      street_name: 'Lattice Bridge Road',
      area_name: 'Adyar',
      city: 'chennai',
      pincode: '600020',
      amenities: ['wifi', 'tv'],
      layouts: [{ name: 'boardroom', seats: 8 }],
      opening_hours: [...Array.from({ length: 6 }, () => ({ opens: '08:00:00', closes: '22:00:00' })), null],
      images: [],
      image_alts: {},
    },
  },
  setPrice: { body: { id: 3, version: 1, from_day: '2026-01-01', price_per_hour: '700.00' } },
  removePrice: { body: { id: 3, version: 2, from_day: '2026-01-01' } },
  setRates: {
    body: {
      id: 3,
      version: 3,
      from_day: '2026-01-01',
      rates: [{ weekdays: [5, 6], start_time: '18:00', end_time: '24:00:00', price_per_hour: '900' }],
    },
  },
  removeRates: { body: { id: 3, version: 4, from_day: '2026-01-01' } },
  archiveRoom: { body: { id: 3, version: 5, archived: true, reason: 'The lease has ended' } },
  orderRooms: { body: { ids: [3, 1, 2] } },
  setCancellationPolicy: {
    body: {
      version: 0,
      from_day: '2026-01-01',
      card: {
        steps: [
          { hours: 72, percent: 100 },
          { hours: 24, percent: 50 },
        ],
        grace: { hours: 1, leadHours: 48 },
      },
      points: { steps: [{ hours: 12, percent: 100 }], grace: null },
      reason: 'Rooms were cancelled too late to be booked by others',
    },
  },
  removeCancellationPolicy: {
    body: { version: 1, from_day: '2026-01-01', reason: 'It begins in the summer instead' },
  },
  deskPost: { query: { id: 1 } },
  policyText: { query: { name: 'terms' } },
  saveBusiness: {
    body: {
      version: 0,
      name: 'Adyar Rooms LLP',
      address: '4, Lattice Bridge Road, Adyar, Chennai 600020',
      gstin: '33AAACH7409R1Z8',
      phone: '+91 44 2441 5000',
      email: 'desk@adyarrooms.example',
      map: 'https://maps.app.goo.gl/adyar',
      whatsapp: '+91 98400 12345',
      Instagram: 'https://www.instagram.com/adyarrooms',
      YouTube: '',
      Facebook: '',
      LinkedIn: '',
      X: '',
    },
  },
  savePolicyText: { body: { version: 0, name: 'terms', text: '## Booking\n\nBy the half hour.' } },
  savePost: {
    body: {
      id: null,
      version: 0,
      title: 'A quiet hour before the board meets',
      author: 'Omana Raman',
      summary: 'What to put on the table, and what to leave in the corridor.',
      image: '',
      body: '## Before\n\nThree things on a card.',
    },
  },
  publishPost: { body: { id: 21, version: 1, day: '', time: '' } },
  unpublishPost: { body: { id: 21, version: 2, reason: 'A figure in it is wrong' } },
  deletePost: { body: { id: 22, version: 1, reason: 'Written twice' } },
  saveEvent: {
    body: {
      id: null,
      version: 0,
      title: 'Founders over filter coffee',
      category: 'Networking',
      day: '2026-01-15',
      start_time: '18:00:00',
      end_time: '20:00:00',
      place: 'Athangudi Lounge',
      summary: 'Six short stories, and time to talk.',
    },
  },
  removeEvent: { body: { id: 1, version: 1, reason: 'The speaker is ill' } },
  addPicture: { query: { use: 'room' } },
  editBlockOut: {
    body: {
      id: BOOKING_ID,
      version: 1,
      room_id: 3,
      first_day: '2025-12-01',
      last_day: '2025-12-03',
      start_time: '10:00:00',
      end_time: '13:00:00',
      reason: 'New carpet, which takes longer',
      around: false,
    },
  },
  exceptBlockOutDay: {
    body: { id: BOOKING_ID, day: '2025-12-02', excepted: true, reason: 'The fitters come a day later' },
  },
  fillBlockOut: { body: { id: BOOKING_ID } },
  removeBlockOut: { body: { id: BOOKING_ID, reason: 'The carpet is in already' } },
  audit: { query: { subject: 'account' } },
  deskTaxDocuments: { query: { month: '2025-11', search: 'Gautam' } },
  enquire: {
    body: {
      name: 'Meena Raman',
      email: 'meena@example.com',
      phone: '+919840012345',
      enquire_for: 'MEETING ROOM',
      wanted_on: '2026-12-24',
      people: 12,
      message: 'With lunch for everybody',
    },
  },
};
