/**
 * The texts that the specification quotes, letter for letter, including their misspellings (ruling 1). They are defined only
 * here.
 */
export const messages = {
  home: {
    /** Shown in turn: 'Space To Learn', 'Space To Grow', 'Space To Connect' (spec 2). */
    spaceTo: 'Space To',
    spacePurposes: ['Learn', 'Grow', 'Connect'],
  },
  session: {
    refreshing: 'Refreshing session…',
    loggingIn: 'Logging in…',
    welcomeBack: 'Welcome back!',
    loginFailed: 'Login failed. Check your credentials.',
    dialogLoginFailed: 'Login failed! Check your credentials.',
    signedOut: 'You’ve been signed out',
  },
  slots: {
    unavailable: 'slot-unavailable',
    selectAny: 'Please Select any slot',
  },
  member: {
    fetchFailed: 'Failed to fetch user details !',
  },
  booking: {
    initialize: 'Initialize booking…',
    loginToConfirm: 'Login to Confirm Booking!',
    blocked: 'Some thing Went Wrong!',
    confirmed: 'Your Booking Confirmed!',
    failed: 'Booking Failed!',
    somethingWrong: 'Something Went Wrong!',
    selectTimes: 'Please select start and end time',
    membershipNote: 'membership users can book meeting rooms with lit points',
    pointNote: '1 Lit point = 1 hr',
  },
  payment: {
    confirmed: 'Payment & Booking Confirmed!',
    failed: 'Payment & Booking Failed!',
    confirmationFailed: 'Payment Confirmation Failed!',
    processFailed: 'Failed to process payment',
    gatewayFailed: 'Payment Gateway Failed!',
    cancelled: 'Payment process was cancelled.',
  },
  registration: {
    tagline: 'book your next event with ease !',
    personalDetails: 'Persional Details',
    organisationDetails: 'Organisation Details',
    fieldsRequired: '* Fields are Required',
    invalidEmail: 'Enter the valid e-mail',
    invalidPhone: 'Enter the valid phone number',
    fieldsEmpty: '* Fields cannot be empty',
    passwordMismatch: 'Password Mismatching',
    failed: 'Registration Failed',
    successful: 'Registration Successfull',
  },
  enquiry: {
    title: "Let's Plan Your Event Together!",
    lookingFor: 'Looking for',
    submitError: 'Error submitting form',
  },
  events: {
    underDevelopment: 'Currently under development',
  },
} as const;

/** How long a toast is shown, in milliseconds (spec 8 and 9). */
export const toastDurations = { standard: 4000, short: 2000, registration: 1500 } as const;
/** At once (spec 2). */
export const MAX_TOASTS = 5;
