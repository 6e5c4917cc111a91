import type { Redacted } from '../../../domain/text/redacted.ts';
import type { DataOutdated } from '../../engine/topics.ts';

export type DevicesEvent =
  | DataOutdated
  | { type: 'devices.shown' }
  | { type: 'devices.left' }
  | { type: 'devices.retried' }
  /** The page is visible or online again: a failed list is loaded again. */
  | { type: 'app.resumed' }
  /** `id`: one device; null for all devices except the present one. `code`: of the second factor, or ''. */
  | { type: 'devices.signOutPressed'; id: string | null; code: Redacted<string> };
