import type { Database, Tx } from '../database/schema.ts';
import type { Letter, LetterKind, Recipient } from './letter.ts';

/** The key of a letter in the outbox. */
export const dedupeKey = (kind: LetterKind, key: string): string => `${kind}:${key}`;

function columnsOf(to: Recipient): { user_id?: string; to_name?: string | null; to_address?: string } {
  if (to === 'business') return {};
  return 'userId' in to ? { user_id: to.userId } : { to_name: to.name, to_address: to.address };
}

/**
 * Queues letters in the transaction that causes them; a job sends them after its commit (`sendLetters`). Nothing happens for
 * a letter that is queued already. Nobody takes a letter back: whether it is still true is decided when it is sent
 * (`isStale`).
 */
export async function queueLetters(tx: Tx | Database, letters: readonly Letter[]): Promise<void> {
  if (letters.length === 0) return;
  await tx
    .insertInto('letter')
    .values(
      letters.map(({ kind, key, to, payload, now, dueAt = now, until, attachments = [] }) => ({
        dedupe_key: dedupeKey(kind, key),
        kind,
        user_id: null,
        to_name: null,
        to_address: null,
        ...columnsOf(to),
        payload: JSON.stringify(payload),
        attachments: JSON.stringify(attachments),
        due_at: new Date(dueAt),
        until: until === undefined ? null : new Date(until),
        created_at: new Date(now),
      })),
    )
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
}

/** `queueLetters` for one letter. */
export const queueLetter = (tx: Tx | Database, letter: Letter): Promise<void> => queueLetters(tx, [letter]);
