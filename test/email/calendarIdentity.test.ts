import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { deskPaths } from '../../contract/desk/paths.ts';
import { paths } from '../../contract/paths.ts';
import { bookingTimes } from '../../domain/time/slots.ts';
import { hashPassword } from '../../server/account/passwords.ts';
import { eraseClosedAddresses } from '../../server/profile/eraseOldData.ts';
import { recordInvitation } from '../../server/calendar/entries.ts';
import { queueEmail } from '../../server/outbox/outbox.ts';
import { accounts, bookingFields, get, post, signIn } from '../api/client.ts';
import { tokensTo } from '../api/linkInEmail.ts';
import { moveTo } from '../payments/cancelling.ts';
import { createUsers } from '../payments/createUsers.ts';
import { costOf, DAY, MORNING, ROOM } from '../payments/startPayments.ts';
import { outbox, send, server, withEmails } from './emailServer.ts';
import type { ReceivedEmail } from './mailServer.ts';

/* A calendar program finds the entry of a booking by its UID, organizer and attendee: they outlive a change of the settings. */

withEmails();

const OLD_SITE = {
  origin: 'https://www.example.test',
  from: { name: 'Litrooms', address: 'hello@www.example.test' },
};
const NEW_SITE = {
  origin: 'https://example.test',
  from: { name: 'Lit Rooms', address: 'rooms@example.test' },
};

async function book(range = MORNING): Promise<string> {
  const { status, body } = await post<{ data: { booking_id: string } }>(
    server,
    paths.book,
    bookingFields(server.member, ROOM, DAY, range),
    { token: server.member.access },
  );
  expect(status).toBe(200);
  return body.data.booking_id;
}

/** What a calendar program reads of the only entry of a calendar. */
function entryIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as object[]);
  const part = calendar.getFirstSubcomponent('vevent') as ICAL.Component;
  const event = new ICAL.Event(part);
  const organizer = part.getFirstProperty('organizer');
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    organizer: organizer?.getFirstValue(),
    sentBy: organizer?.getParameter('sent-by'),
    attendee: part.getFirstPropertyValue('attendee'),
  };
}
const textOf = ({ content }: { content: ArrayBuffer | Uint8Array | string }): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);
const invitationIn = ({ to, mail: { attachments } }: ReceivedEmail) => ({
  to: to[0],
  ...entryIn(textOf(attachments.find(({ mimeType }) => mimeType === 'text/calendar')!)),
});
const fetchText = async (path: string, token?: string): Promise<string> => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return (await fetch(server.url + path, { headers })).text();
};

test('a booking keeps the UID and the organizer of its entry when the origin and the sender change, and counts on', async () => {
  const id = await book();
  const [invited] = (await send(OLD_SITE)).map(invitationIn);
  expect(invited).toEqual({
    to: 'member@example.com',
    method: 'REQUEST',
    uid: `${id}@www.example.test`,
    sequence: 0,
    organizer: 'mailto:hello@www.example.test',
    sentBy: undefined,
    attendee: 'mailto:member@example.com',
  });

  await moveTo(server, id, { day: '2025-11-26', range: MORNING }, server.member);
  const [moved] = (await send(NEW_SITE)).map(invitationIn);
  const sentBy = 'mailto:rooms@example.test';
  expect(moved).toEqual({ ...invited, sequence: 1, sentBy });

  const { body: feed } = await post<{ data: { path: string } }>(
    server,
    paths.calendarFeed,
    {},
    {
      token: server.member.access,
    },
  );
  for (const text of [
    await fetchText(`${paths.calendar}?booking_id=${id}`, server.member.access),
    await fetchText(feed.data.path),
  ]) {
    expect(entryIn(text)).toMatchObject({ uid: `${id}@www.example.test`, sequence: 1, organizer: undefined });
  }

  const cancelling = { booking_id: id, refund: '1.5' };
  expect((await post(server, paths.cancel, cancelling, { token: server.member.access })).status).toBe(200);
  const [cancelled] = (await send(NEW_SITE)).map(invitationIn);
  expect(cancelled).toEqual({ ...invited, method: 'CANCEL', sequence: 2, sentBy });
});

test('an entry that was downloaded or subscribed to first has the same UID in the emails', async () => {
  const id = await book();
  const { uid } = entryIn(await fetchText(`${paths.calendar}?booking_id=${id}`, server.member.access));
  const [invited] = (await send(NEW_SITE)).map(invitationIn);
  expect(invited!.uid).toBe(uid);
});

test('after a change of address the former mailbox loses the entry, the new one gets it, and later changes reach the new one', async () => {
  const [former, next] = ['guest-to-be@example.com', 'guest-new@example.com'];
  const password = accounts.member.password;
  /** Changes the member's address by the link of the email. */
  const changeAddress = async (email: string) => {
    const asked = await post(
      server,
      paths.changeAddress,
      { email, password },
      { token: server.member.access },
    );
    expect(asked.status).toBe(200);
    const [token] = (await tokensTo(server, email, 'confirm-address')).slice(-1);
    expect((await post(server, paths.confirmAddress, { token, password })).status).toBe(200);
  };
  const invitations = async () =>
    (await send())
      .filter(({ mail }) => mail.attachments.length > 0)
      .map(invitationIn)
      .map(({ to, method, uid, sequence, attendee }) => [to, method, uid, sequence, attendee]);

  await changeAddress(former);
  await server.database.deleteFrom('letter').execute();
  const id = await book();
  const [[, , uid] = []] = await invitations();
  expect(uid).toContain(id);

  server.clock.now += 60_000;
  await changeAddress(next);
  const sent = [...(await invitations()), ...(await invitations())];
  expect(sent).toEqual(
    expect.arrayContaining([
      [next, 'REQUEST', uid, 1, `mailto:${next}`],
      [former, 'CANCEL', uid, 1, `mailto:${former}`],
    ]),
  );
  expect(sent).toHaveLength(2);

  await moveTo(server, id, { day: '2025-11-26', range: MORNING }, server.member);
  expect(await invitations()).toEqual([[next, 'REQUEST', uid, 2, `mailto:${next}`]]);

  // The erased address of a closed account is not kept with its entries either.
  const { user_id } = server.member;
  const closing = { closing_email: next, closed_at: new Date(server.clock.now) };
  const opened = { closing_email: null, closed_at: null, email: accounts.member.email };
  await server.database.updateTable('app_user').set(closing).where('id', '=', user_id).execute();
  await eraseClosedAddresses(server.database, server.clock.now + 15 * 24 * 3_600_000);
  const entries = server.database.selectFrom('calendar_entry').select('attendee_address');
  expect(await entries.where('booking_id', '=', id).execute()).toEqual([{ attendee_address: null }]);
  await server.database.updateTable('app_user').set(opened).where('id', '=', user_id).execute();
});

test('an address that is invited again gets its entry back, and a late removal is not sent to it', async () => {
  const id = await book();
  await send();
  const setAddress = (email: string) =>
    server.database.updateTable('app_user').set({ email }).where('id', '=', server.member.user_id).execute();
  await setAddress('elsewhere@example.com');
  await moveTo(server, id, { day: '2025-11-26', range: MORNING }, server.member);
  await send();
  await setAddress(accounts.member.email);
  await moveTo(server, id, { day: '2025-11-27', range: MORNING }, server.member);
  const sent = [...(await send()), ...(await send())].map(invitationIn);
  expect(sent.filter(({ to }) => to === accounts.member.email).at(-1)).toMatchObject({
    method: 'REQUEST',
    sequence: 4,
  });

  await queueEmail(server.database, {
    kind: 'invitation-ended',
    key: 'late',
    to: { name: null, address: accounts.member.email },
    payload: { booking_id: id },
    now: server.clock.now,
  });
  expect(await send()).toEqual([]);
  expect(await outbox()).toContainEqual(
    expect.objectContaining({ dedupe_key: 'invitation-ended:late', problem: 'stale' }),
  );
});

test('several servers that invite a new address at once count one change and send one removal', async () => {
  const id = await book();
  await send();
  const invitation = { ...NEW_SITE, attendee: 'elsewhere@example.com', now: server.clock.now };
  const entries = await Promise.all(
    Array.from({ length: 6 }, () => recordInvitation(server.database, id, invitation)),
  );
  expect(entries.map(({ revision }) => revision)).toEqual([1, 1, 1, 1, 1, 1]);
  const removals = (await outbox()).filter(({ dedupe_key }) => dedupe_key.startsWith('invitation-ended'));
  expect(removals).toHaveLength(1);
});

test('an address that goes to somebody else loses the entries of the former account, whose later emails need a new address', async () => {
  const [former, next] = ['shared@example.com', 'own@example.com'];
  const [stranger] = await createUsers(server, 1, { email: former, email_confirmed_at: null });
  const { user_id, access: token } = stranger!;
  const booked = await post<{ data: { booking_id: string } }>(
    server,
    paths.book,
    bookingFields(stranger!, ROOM, DAY, MORNING),
    { token },
  );
  const id = booked.body.data.booking_id;
  const invitations = async () =>
    (await send())
      .filter(({ mail }) => mail.attachments.length > 0)
      .map(invitationIn)
      .map(({ to, method, sequence, uid }) => [to, method, sequence, uid.startsWith(id)]);
  expect(await invitations()).toEqual([[former, 'REQUEST', 0, true]]);

  const { access } = await signIn(server, 'desk');
  const sale = {
    email: former,
    first_name: 'Kavya',
    phone: '+919840012399',
    takes_address: true,
    mid: ROOM,
    bdate: DAY,
    ...bookingTimes({ start: 30, end: 32 }),
    amount: costOf({ start: 30, end: 32 }),
    method: 'cash',
  };
  expect((await post(server, deskPaths.sell, sale, { token: access })).status).toBe(200);
  expect(await invitations()).toEqual(
    expect.arrayContaining([
      [former, 'CANCEL', 1, true],
      [former, 'REQUEST', 0, false],
    ]),
  );

  // The desk is asked to call, because emails about the booking no longer have a recipient.
  const details = await get<{ data: { customer: { email: string } } }>(
    server,
    `${deskPaths.booking}?booking_id=${id}`,
    access,
  );
  expect(details.body.data.customer.email).toBe('');
  await moveTo(server, id, { day: '2025-11-26', range: MORNING }, stranger);
  expect(await invitations()).toEqual([]);
  expect(await outbox()).toContainEqual(
    expect.objectContaining({ dedupe_key: `moved:${id}:1`, problem: 'no-recipient' }),
  );

  await server.database
    .updateTable('app_user')
    .set({ password_hash: await hashPassword('the password of the stranger') })
    .where('id', '=', user_id)
    .execute();
  const entered = { email: next, password: 'the password of the stranger' };
  expect((await post(server, paths.changeAddress, entered, { token })).status).toBe(200);
  const [link] = (await tokensTo(server, next, 'confirm-address')).slice(-1);
  const proof = { token: link, password: entered.password };
  expect((await post(server, paths.confirmAddress, proof)).status).toBe(200);
  expect([...(await invitations()), ...(await invitations())]).toEqual([[next, 'REQUEST', 2, true]]);
});
