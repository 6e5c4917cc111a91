/*
 * Whose account it is (decision 0005). An account has been made by its user or by the desk, and its address has been proven or
 * not. These two facts decide what each way to use, to give to and to hand over an account does with it.
 */

/** Who made an account: a visitor who registered, or the desk for a customer. */
export const accountMakers = ['self', 'desk'] as const;
export type AccountMaker = (typeof accountMakers)[number];

/**
 * 'proven': somebody with the account's mailbox has confirmed it. 'desk-made': the desk made it for a customer, and nobody can
 * sign in to it yet. 'unproven': it was registered, perhaps by somebody who does not own the address. 'lost-address': an unproven
 * account whose address went to its owner; its sessions still see its bookings. 'phone-only': the desk made it for a customer who gave
 * no address, so nobody can sign in to it until the desk adds one. 'closed': nobody can use it again.
 */
export const accountKinds = [
  'proven',
  'desk-made',
  'unproven',
  'lost-address',
  'phone-only',
  'closed',
] as const;
export type AccountKind = (typeof accountKinds)[number];

/** The stored facts about an account. `email` is a placeholder when the account has no address. */
export interface AccountFacts {
  readonly id: string;
  readonly email: string;
  readonly made_by: AccountMaker;
  readonly email_confirmed_at: Date | null;
  readonly closed_at: Date | null;
}

/** The stored text of an account without an address. It is not an email address, so nothing is sent to it. */
export const placeholderAddress = (id: string): string => `none:${id}`;

/** The address of an account as people see it: '' for an account without one. */
export const shownAddress = ({ id, email }: Pick<AccountFacts, 'id' | 'email'>): string =>
  email === placeholderAddress(id) ? '' : email;

export function accountKind(account: AccountFacts): AccountKind {
  if (account.closed_at !== null) return 'closed';
  if (shownAddress(account) === '') return account.made_by === 'desk' ? 'phone-only' : 'lost-address';
  if (account.email_confirmed_at !== null) return 'proven';
  return account.made_by === 'desk' ? 'desk-made' : 'unproven';
}

/**
 * What a door does with an account.
 * - 'make': there is no account with the address, so a new one is made.
 * - 'give': the account gets it.
 * - 'warn': refused with the account's name and date, until the desk takes the address from that account.
 * - 'refuse': refused with a sentence, and nothing changes.
 * - 'inform': the same response as for a free address; the owner of the address gets an email that says how to sign in.
 * - 'prove': waits for a link to the address.
 * - 'confirm': the account is confirmed for a session or the password of that account.
 * - 'hand-over': the same account, with its bookings, points and money, gets the password of the person who proved the address.
 * - 'choose': the person who proved the address chooses between 'hand-over' and 'release'.
 * - 'release': the account loses the address, and keeps its bookings and money.
 * - 'close': the account is closed.
 */
export type DoorEffect =
  | 'make'
  | 'give'
  | 'warn'
  | 'refuse'
  | 'inform'
  | 'prove'
  | 'confirm'
  | 'hand-over'
  | 'choose'
  | 'release'
  | 'close';

/** 'none': no account has the address. Accounts without an address are never found by one. */
export type AddressKind = Exclude<AccountKind, 'lost-address' | 'phone-only' | 'closed'> | 'none';

/** The doors that find an account by an address. `changeAddress` and `moveAddress` are about the account of the new address. */
export const addressDoors = {
  sale: { none: 'make', proven: 'give', 'desk-made': 'give', unproven: 'warn' },
  paymentLink: { none: 'make', proven: 'give', 'desk-made': 'give', unproven: 'warn' },
  walkIn: { none: 'refuse', proven: 'give', 'desk-made': 'give', unproven: 'refuse' },
  role: { none: 'refuse', proven: 'give', 'desk-made': 'refuse', unproven: 'refuse' },
  /** The right to book on the account of a company. */
  company: { none: 'refuse', proven: 'give', 'desk-made': 'give', unproven: 'refuse' },
  /** The link of an invitation to the staff. */
  acceptInvitation: { none: 'make', proven: 'give', 'desk-made': 'hand-over', unproven: 'confirm' },
  /** A registration, and the link of its email. */
  register: { none: 'make', proven: 'inform', 'desk-made': 'prove', unproven: 'prove' },
  finishRegistration: { none: 'make', proven: 'refuse', 'desk-made': 'hand-over', unproven: 'choose' },
  /** A change of address, and the link of its email. */
  changeAddress: { none: 'prove', proven: 'inform', 'desk-made': 'inform', unproven: 'prove' },
  moveAddress: { none: 'give', proven: 'refuse', 'desk-made': 'refuse', unproven: 'release' },
} as const satisfies Record<string, Record<AddressKind, DoorEffect>>;
export type AddressDoor = keyof typeof addressDoors;

/**
 * The doors that are about one account. `confirm`, `claim` and `disown` are the three answers to the link of an email that asks
 * whether an account belongs to its address: yes; no, but I want it; no.
 */
export const accountDoors = {
  membership: {
    proven: 'give',
    'desk-made': 'give',
    unproven: 'refuse',
    'lost-address': 'refuse',
    'phone-only': 'give',
    closed: 'refuse',
  },
  points: {
    proven: 'give',
    'desk-made': 'give',
    unproven: 'refuse',
    'lost-address': 'refuse',
    'phone-only': 'give',
    closed: 'refuse',
  },
  confirm: {
    proven: 'confirm',
    'desk-made': 'refuse',
    unproven: 'confirm',
    'lost-address': 'refuse',
    'phone-only': 'refuse',
    closed: 'refuse',
  },
  claim: {
    proven: 'refuse',
    'desk-made': 'hand-over',
    unproven: 'hand-over',
    'lost-address': 'refuse',
    'phone-only': 'refuse',
    closed: 'refuse',
  },
  disown: {
    proven: 'refuse',
    'desk-made': 'refuse',
    unproven: 'release',
    'lost-address': 'refuse',
    'phone-only': 'refuse',
    closed: 'refuse',
  },
  /** A link for a forgotten password. */
  reset: {
    proven: 'hand-over',
    'desk-made': 'hand-over',
    unproven: 'hand-over',
    'lost-address': 'refuse',
    'phone-only': 'refuse',
    closed: 'refuse',
  },
  /** The desk sells to an account that it has found by name or phone. */
  sell: {
    proven: 'give',
    'desk-made': 'give',
    unproven: 'warn',
    'lost-address': 'refuse',
    'phone-only': 'give',
    closed: 'refuse',
  },
  /** The desk adds an address, which no account has. */
  addAddress: {
    proven: 'refuse',
    'desk-made': 'refuse',
    unproven: 'refuse',
    'lost-address': 'refuse',
    'phone-only': 'give',
    closed: 'refuse',
  },
  /** The desk closes it for a customer who cannot sign in. */
  deskClose: {
    proven: 'refuse',
    'desk-made': 'refuse',
    unproven: 'refuse',
    'lost-address': 'refuse',
    'phone-only': 'close',
    closed: 'refuse',
  },
  /** Nobody can sign in to an account that the desk made, so nobody closes it. */
  close: {
    proven: 'close',
    'desk-made': 'refuse',
    unproven: 'close',
    'lost-address': 'close',
    'phone-only': 'refuse',
    closed: 'refuse',
  },
} as const satisfies Record<string, Record<AccountKind, DoorEffect>>;
export type AccountDoor = keyof typeof accountDoors;

/** What a door does with the account that has the address; `undefined` for no account. */
export function addressEffect(door: AddressDoor, account: AccountFacts | undefined): DoorEffect {
  const kind = account === undefined ? 'none' : accountKind(account);
  return addressDoors[door][
    kind === 'closed' || kind === 'lost-address' || kind === 'phone-only' ? 'none' : kind
  ];
}

/** What a door does with an account. */
export const accountEffect = (door: AccountDoor, account: AccountFacts): DoorEffect =>
  accountDoors[door][accountKind(account)];
