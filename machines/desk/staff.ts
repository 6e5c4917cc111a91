import type * as api from '../../contract/desk/desk.ts';
import type { CamelCased } from '../../domain/text/camelCased.ts';

/** The signed-in employee. */
export type Staff = CamelCased<api.Staff>;

/** Somebody who has a role. */
export type Colleague = CamelCased<api.Colleague>;
