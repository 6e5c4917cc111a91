import type { RefundLimitsResponse, SaveRefundLimitsRequest } from '../../../contract/desk/money/refunds.ts';
import type { Role } from '../../../domain/account/roles.ts';
import { rupeesAmount } from '../../../domain/money/pricing.ts';
import { defaultRefundLimits, type RefundLimits } from '../../../domain/money/refundLimits.ts';
import { changedFields } from '../../audit/changedFields.ts';
import { staleEditError } from '../../audit/staleEdit.ts';
import type { AuditedResult, Staff } from '../../audit/staffChange.ts';
import type { Database, Tx } from '../../platform/database/schema.ts';
import { lockNamed } from '../../platform/database/transaction.ts';

interface SavedLimits extends RefundLimits {
  /** 0 until an owner has set them. */
  readonly version: number;
}

export async function currentRefundLimits(database: Database | Tx): Promise<SavedLimits> {
  const saved = await database
    .selectFrom('refund_limits')
    .select(['staff_paise as staff', 'manager_paise as manager', 'version'])
    .executeTakeFirst();
  return saved ?? { ...defaultRefundLimits, version: 0 };
}

/** The role at the moment of the change, which locked the row. */
export async function roleOf(tx: Tx, { id }: Staff): Promise<Role> {
  const { role } = await tx
    .selectFrom('app_user')
    .select('role')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return role;
}

const inRupees = ({ staff, manager }: RefundLimits) => ({
  staff: rupeesAmount(staff),
  manager: rupeesAmount(manager),
});

export async function refundLimits(database: Database): Promise<RefundLimitsResponse['data']> {
  const limits = await currentRefundLimits(database);
  return { ...inRupees(limits), version: limits.version };
}

/** Saves the limits, which apply to refunds from then on. Throws 409 when they were changed after `version`. */
export async function saveRefundLimits(
  tx: Tx,
  { version, staff, manager }: SaveRefundLimitsRequest,
): Promise<AuditedResult<{ version: number }>> {
  // Locks the limits also before their first save.
  await lockNamed(tx, 'refund limits');
  const saved = await currentRefundLimits(tx);
  if (saved.version !== version) throw await staleEditError(tx, 'refund', 'limits', version);
  const changed = changedFields(inRupees(saved), inRupees({ staff, manager }));
  if (changed === null) return { result: { version }, changes: [] };
  const columns = { staff_paise: staff, manager_paise: manager, version: version + 1 };
  await tx
    .insertInto('refund_limits')
    .values({ id: 1, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
  return {
    result: { version: version + 1 },
    changes: [
      {
        action: 'refund limits changed',
        subject: 'refund',
        subjectId: 'limits',
        was: changed.was,
        became: { ...changed.became, version: version + 1 },
      },
    ],
  };
}
