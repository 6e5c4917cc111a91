import { beforeEach, describe, expect, test } from 'vitest';
import type { AuditEntry, AuditResponse } from '../../../contract/desk/desk.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { auditSubjects, type AuditSubject } from '../../../domain/account/audit.ts';
import { bookingReference } from '../../../domain/bookings/bookingReference.ts';
import { changeText, subjectOf } from '../../../src/desk/audit/auditText.ts';
import { auditEntryOf } from '../../../src/desk/audit/effects.ts';
import { get, post, signIn, type SignedIn } from '../../api/client.ts';
import { bookByCard, bookByPoints, cancelNow } from '../cancelling.ts';
import { server, withFreshPayments } from '../freshPayments.ts';
import { dataOf, DAY, ROOM } from '../startPayments.ts';

/* The audit names what its entries are about, and shows no ids. */

withFreshPayments();
let owner: SignedIn;
beforeEach(async () => {
  owner ??= await signIn(server, 'owner');
});

const audit = async (query = ''): Promise<AuditResponse> =>
  (await get<AuditResponse>(server, `${deskPaths.audit}${query}`, owner.access)).body;

/** Writes an entry about a record and returns it as the desk gets it. */
async function entryAbout(
  subject: AuditSubject,
  id: string,
  values: { was?: object; became?: object; by?: string } = {},
): Promise<AuditEntry> {
  await server.database
    .insertInto('audit_entry')
    .values({
      at: new Date(server.clock.now),
      staff_id: null,
      staff_name: values.by ?? 'Test',
      action: 'changed',
      subject,
      subject_id: id,
      was: values.was ? JSON.stringify(values.was) : null,
      became: values.became ? JSON.stringify(values.became) : null,
      reason: null,
    })
    .execute();
  return (await audit()).data[0] as AuditEntry;
}

/** A record of each kind: its id, and how the audit names it. */
const records: Readonly<Record<AuditSubject, () => Promise<{ id: string; text: string }>>> = {
  account: async () => ({ id: server.member.user_id, text: 'Meera Raman' }),
  invitation: async () => {
    const { id } = await server.database
      .insertInto('staff_invitation')
      .values({
        email: 'new@example.com',
        role: 'staff',
        invited_by: owner.user_id,
        sent_at: new Date(server.clock.now),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, text: 'new@example.com' };
  },
  booking: async () => {
    const id = await bookByPoints(server, DAY);
    return { id, text: `${bookingReference(id)}, Meera Raman, Kolam Round` };
  },
  refund: async () => {
    const { id: bookingId } = await bookByCard(server, DAY);
    await cancelNow(server, bookingId);
    const { id } = await server.database.selectFrom('refund').select('id').executeTakeFirstOrThrow();
    return { id, text: `${bookingReference(bookingId)}, Gautam Raman, Kolam Round` };
  },
  'block-out': async () => {
    const block = {
      room_id: ROOM,
      first_day: DAY,
      last_day: DAY,
      start_time: '09:00:00',
      end_time: '10:00:00',
    };
    const path = deskPaths.makeBlockOut;
    const made = await post<{ data: { id: string } }>(
      server,
      path,
      { ...block, reason: 'Painting' },
      { token: owner.access },
    );
    return { id: dataOf(made).id, text: 'Kolam Round, Painting' };
  },
  enquiry: async () => {
    const { id } = await server.database
      .insertInto('enquiry')
      .values({ name: 'Arul', email: 'arul@example.com', phone: '+919840012345', enquire_for: 'events' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: String(id), text: 'Arul' };
  },
  company: async () => {
    const { id } = await server.database
      .insertInto('company')
      .values({
        name: 'Palm Tea Traders',
        address: '1 Mint Street, Chennai',
        gstin: null,
        state: null,
        limit_paise: 100_000,
        term_days: 30,
        created_at: new Date(server.clock.now),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, text: 'Palm Tea Traders' };
  },
  room: async () => ({ id: String(ROOM), text: 'Kolam Round' }),
  post: async () => {
    const { id, title } = await server.database
      .selectFrom('blog_post')
      .select(['id', 'title'])
      .executeTakeFirstOrThrow();
    return { id: String(id), text: title };
  },
  event: async () => {
    const { id } = await server.database
      .insertInto('event')
      .values({ title: 'Coffee', category: 'networking', day: DAY, start_slot: 36, end_slot: 40 })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: String(id), text: 'Coffee' };
  },
  business: async () => ({ id: 'privacy', text: 'Privacy' }),
  // The action says what was changed: there is one policy, no page shows a single picture, and the months are values.
  policy: async () => ({ id: 'cancellation', text: '' }),
  picture: async () => ({ id: 'abcdef', text: '' }),
  invoices: async () => ({ id: '2025-11', text: '' }),
  // The provider's id, or the file's name, is among the values.
  till: async () => ({ id: owner.user_id, text: 'Omana Raman' }),
  settlement: async () => ({ id: 'pay_A1b2C3d4E5f6G7', text: '' }),
};

describe('an entry about', () => {
  test.each(auditSubjects)('%s has its name', async (subject) => {
    const { id, text } = await records[subject]();
    expect(subjectOf(auditEntryOf(await entryAbout(subject, id))).text).toBe(text);
  });

  test.each(['account', 'booking', 'refund', 'room'] as const)(
    '%s that no longer exists shows no id',
    async (subject) => {
      const id = subject === 'room' ? '999' : '00000000-0000-4000-8000-000000000000';
      expect(subjectOf(auditEntryOf(await entryAbout(subject, id))).text).not.toContain(id);
    },
  );

  test('a refund leads to its booking', async () => {
    const { id } = await records.refund();
    const entry = await entryAbout('refund', id);
    expect(subjectOf(auditEntryOf(entry)).href).toBe(`/desk?booking=${entry.booking_id}`);
  });

  test('a company leads to its page', async () => {
    const { id } = await records.company();
    const entry = await entryAbout('company', id);
    expect(subjectOf(auditEntryOf(entry)).href).toBe(`/desk?view=companies&company=${id}`);
  });
});

test('the fields of an entry have names instead of ids', async () => {
  const entry = await entryAbout('enquiry', '1', {
    was: { room_id: 1, assigned_to: null, order: [1, ROOM], version: 3 },
    became: {
      room_id: ROOM,
      user_id: server.member.user_id,
      assigned_to: owner.user_id,
      order: [ROOM, 999],
      version: 4,
    },
  });
  expect(changeText(auditEntryOf(entry))).toBe(
    'person: Meera Raman; room: Marina Huddle → Kolam Round; ' +
      'order: Marina Huddle, Kolam Round → Kolam Round, a deleted one; assigned to: none → Omana Raman',
  );
});

test('the filter offers every author once, and shows the changes of one', async () => {
  await entryAbout('room', '1', { by: 'Zara' });
  await entryAbout('room', '2', { by: 'Zara' });
  await entryAbout('room', '3', { by: '50 % off_' });
  const { authors } = await audit();
  expect(authors).toEqual([...new Set(authors)]);
  expect(authors).toEqual(expect.arrayContaining(['Zara', '50 % off_']));
  const by = async (name: string) =>
    (await audit(`?by=${encodeURIComponent(name)}`)).data.map((entry) => entry.by);
  expect(await by('Zara')).toEqual(['Zara', 'Zara']);
  expect(await by('50 % off_')).toEqual(['50 % off_']);
  for (const text of ['%', '_', 'x'.repeat(200), 'மீரா', '९८४००']) expect(await by(text), text).toEqual([]);
});
