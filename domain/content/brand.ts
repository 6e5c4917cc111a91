/**
 * Link targets that the specification leaves open (ruling 23): a path of this site or a URL; null while there is no
 * target.
 */
const targets: Readonly<Record<'contactUs' | 'createAccount' | 'b2bConnect' | 'myEvents', string | null>> = {
  contactUs: '/about-us#contact',
  createAccount: '/join-us',
  b2bConnect: null,
  myEvents: null,
};

/** The brand: the one place to change the name, the links and the credits (ruling 2). */
export const brand = {
  name: 'Litrooms',
  tagline: 'Meeting rooms in Chennai, from 30 minutes',
  city: 'Chennai',
  copyrightYear: 2025,
  developer: { name: 'Litrooms Studio', href: 'https://studio.litrooms.example' },
  social: [
    { name: 'Instagram', href: 'https://www.instagram.com/litrooms' },
    { name: 'YouTube', href: 'https://www.youtube.com/@litrooms' },
    { name: 'Facebook', href: 'https://www.facebook.com/litrooms' },
    { name: 'LinkedIn', href: 'https://www.linkedin.com/company/litrooms' },
    { name: 'X', href: 'https://x.com/litrooms' },
  ],
  otherServices: [
    { name: 'Web Hosting', href: 'https://hosting.litrooms.example' },
    { name: 'Web Development', href: 'https://web.litrooms.example' },
    { name: 'Digital Marketing', href: 'https://marketing.litrooms.example' },
    { name: 'AI Consulting', href: 'https://ai.litrooms.example' },
  ],
  targets,
  /**
   * The business that rents out the rooms, until an owner enters its details at the desk. With `isDemo` the site says
   * that these details are examples.
   */
  business: {
    name: 'Litrooms Demo Private Limited',
    address: '27, Kadal House, Dr. Radhakrishnan Salai, Mylapore, Chennai 600004',
    gstin: '33AAAAA0000A1Z9',
    isDemo: true,
    demoNote: 'Demo: these details and the GSTIN are examples.',
  },
  contact: { email: 'hello@litrooms.example', phone: '+91 44 4555 0100' },
  /** Whether My bookings shows its Completed tab; hidden by default (ruling 22). */
  showCompletedBookings: false,
} as const;
