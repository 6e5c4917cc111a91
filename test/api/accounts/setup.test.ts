import type { Updateable } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deskPaths } from '../../../contract/desk/paths.ts';
import type { SetupResponse } from '../../../contract/desk/setup.ts';
import { builtBusiness } from '../../../domain/content/business.ts';
import { POLICY_NAMES } from '../../../domain/content/policyTexts.ts';
import { setupState } from '../../../server/desk/setup.ts';
import { saveBusiness, savePolicyText } from '../../../server/content/business/editBusiness.ts';
import type { OpenDatabase } from '../../../server/platform/database/openDatabase.ts';
import type { RoomTable } from '../../../server/platform/database/schema.ts';
import { inTransaction } from '../../../server/platform/database/transaction.ts';
import { get, signIn } from '../client.ts';
import { migratedDatabase } from '../seededDatabase.ts';
import { START, startServer } from '../startServer.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await migratedDatabase();
});
afterAll(() => open.close());

const razorpay = { keyId: 'rzp_live_1', keySecret: 's', webhookSecrets: ['w'] };

test('an empty house has all steps to do, and each is done by what the owner does', async () => {
  const { database } = open;
  const { year: _year, ...business } = builtBusiness;
  const config = { business, razorpay: null, seedDemo: false };
  const done = async (changed: object = {}) =>
    (await setupState(database, { ...config, ...changed }))
      .filter((each) => each.done)
      .map(({ step }) => step);
  expect((await setupState(database, config)).map(({ step }) => step)).toEqual([
    'business',
    'room',
    'hours',
    'staff',
    'payments',
    'booking',
  ]);
  expect(await done()).toEqual([]);
  expect(await setupState(database, { ...config, seedDemo: true })).toEqual([]);

  const { id: owner } = await database
    .insertInto('app_user')
    .values({
      email: 'owner@rooms.in',
      password_hash: '-',
      first_name: 'Omana',
      phone: '+919840012345',
      role: 'owner',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await done()).toEqual([]);

  // All details, and all texts.
  const details = {
    version: 0,
    name: 'Adyar Rooms LLP',
    address: 'Adyar, Chennai',
    gstin: '33AABCT1332L1ZV',
    phone: '+914428150000',
    email: 'rooms@adyar.in',
    map: null,
    whatsapp: null,
    Instagram: null,
    YouTube: null,
    Facebook: null,
    LinkedIn: null,
    X: null,
  };
  await inTransaction(database, (tx) => saveBusiness(tx, details, business));
  expect(await done()).toEqual([]);
  for (const name of POLICY_NAMES)
    await inTransaction(database, (tx) => savePolicyText(tx, { name, version: 0, text: 'Our text' }, START));
  expect(await done()).toEqual(['business']);

  const closed = Array.from({ length: 7 }, () => 12);
  const roomId = 1;
  await database
    .insertInto('room')
    .values({
      id: roomId,
      name: 'Marina',
      capacity: 4,
      price_per_hour_paise: 500_00,
      images: ['/a.jpg'],
      amenities: [],
      floor: '1',
      building_no: '1',
      street_name: 'Beach Road',
      area_name: 'Adyar',
      city: 'Chennai',
      pincode: '600020',
      opens: closed,
      closes: closed,
      is_draft: true,
      archived_at: new Date(START),
    })
    .execute();
  expect(await done()).toEqual(['business']);
  const change = (values: Updateable<RoomTable>) =>
    database.updateTable('room').set(values).where('id', '=', roomId).execute();
  await change({ is_draft: false, archived_at: null });
  expect(await done()).toEqual(['business', 'room']);
  await change({ closes: [...closed.slice(1), 40] });
  expect(await done()).toEqual(['business', 'room', 'hours']);
  await change({ archived_at: new Date(START) });
  expect(await done()).toEqual(['business']);
  await change({ archived_at: null });

  await database
    .insertInto('staff_invitation')
    .values({ email: 'desk@rooms.in', role: 'staff', invited_by: owner, sent_at: new Date(START) })
    .execute();
  expect(await done()).toEqual(['business', 'room', 'hours', 'staff']);
  await database
    .updateTable('staff_invitation')
    .set({ ended_at: new Date(START) })
    .execute();
  expect(await done()).toEqual(['business', 'room', 'hours']);
  await database
    .insertInto('app_user')
    .values({
      email: 'desk@rooms.in',
      password_hash: '-',
      first_name: 'Divya',
      phone: '+919840012346',
      role: 'staff',
    })
    .execute();
  expect(await done()).toEqual(['business', 'room', 'hours', 'staff']);

  expect(await done({ razorpay: { ...razorpay, webhookSecrets: [] } })).not.toContain('payments');
  expect(await done({ razorpay })).toEqual(['business', 'room', 'hours', 'staff', 'payments']);

  const book = (status: 'held' | 'confirmed') =>
    database
      .insertInto('booking')
      .values({
        user_id: owner,
        room_id: roomId,
        day: '2025-11-25',
        start_slot: 20,
        end_slot: 22,
        status,
        paid_with: 'card',
        total_paise: 500_00,
        created_at: new Date(START),
        hold_expires_at: status === 'held' ? new Date(START) : null,
        confirmed_at: status === 'confirmed' ? new Date(START) : null,
      })
      .execute();
  await book('held');
  expect(await done({ razorpay })).not.toContain('booking');
  await book('confirmed');
  expect(await done({ razorpay })).toEqual(['business', 'room', 'hours', 'staff', 'payments', 'booking']);
});

test('the demo has no steps, and only an owner reads them', async () => {
  const server = await startServer();
  try {
    const read = async (who: 'owner' | 'desk') =>
      get<SetupResponse>(server, deskPaths.setup, (await signIn(server, who)).access);
    expect(await read('owner')).toMatchObject({ status: 200, body: { data: [] } });
    expect((await read('desk')).status).toBe(403);
  } finally {
    await server.close();
  }
});
