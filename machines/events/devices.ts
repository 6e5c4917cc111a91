export type DevicesEvent =
  | { type: 'devices.shown' }
  | { type: 'devices.left' }
  | { type: 'devices.retried' }
  /** Another flow has signed devices out. */
  | { type: 'devices.outdated' }
  /** `id`: one device; null for all but the present one. */
  | { type: 'devices.signOutPressed'; id: string | null };
