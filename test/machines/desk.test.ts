import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppActor } from '../../machines/engine/createSystem.ts';
import { createDeskActor } from '../../machines/desk/app.ts';
import type { DeskEffects } from '../../machines/effects.ts';
import type { PicturesEvent } from '../../machines/desk/pictures/pictures.ts';
import type { LiveEvent } from '../../machines/rooms/live/events.ts';
import { Failure } from '../../machines/engine/failure.ts';
import type { FlowName, FlowRefs } from '../../machines/registry.ts';
import { REFRESH_INTERVAL_MS } from '../../machines/engine/resource/resource.ts';
import { defaultCancellationPolicies } from '../../domain/money/cancellation.ts';
import { Redacted } from '../../domain/text/redacted.ts';
import { DESK_DAY as DAY, mockDeskEffects } from './deskEffects.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let effects: ReturnType<typeof mockDeskEffects>;
let actor: AppActor;
const flow = <Id extends FlowName>(id: Id): FlowRefs[Id] => actor.system.get(id) as FlowRefs[Id];
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
beforeEach(async () => {
  effects = mockDeskEffects();
  actor = createDeskActor(effects).start();
  await settle();
  flow('dayPlan').send({ type: 'resource.used', key: DAY });
  await settle();
});
afterEach(() => void actor.stop());

const submit = async (id: FlowName, entry: Record<string, string>) => {
  const form = flow(id) as FlowRefs['block'];
  form.send({ type: 'form.shown' });
  form.send({ type: 'form.opened' });
  form.send({ type: 'form.submitted', entry: new Redacted(entry) });
  await settle();
};

const listedEvent = {
  id: 7,
  category: 'Training',
  title: 'First aid',
  date: DAY,
  range: { start: 20, end: 22 },
  place: '',
  summary: '',
  version: 1,
};

const listedPost = {
  id: 3,
  title: 'Diwali',
  author: 'Divya',
  summary: 'Lights',
  image: '',
  body: 'All of them.',
  date: DAY,
  state: 'draft' as const,
  publishAt: null,
  deletable: true,
  version: 1,
};

describe('the form of a record', () => {
  const form = () => flow('saveEvent').getSnapshot();
  const loadEvents = async (...events: Awaited<ReturnType<typeof effects.eventDesk.events>>) => {
    effects.eventDesk.events.mockResolvedValueOnce(events);
    flow('deskEvents').send({ type: 'resource.refreshed' });
    await settle();
  };
  beforeEach(async () => {
    effects.eventDesk.events.mockResolvedValueOnce([listedEvent]);
    flow('deskEvents').send({ type: 'resource.used', key: 'all' });
    await settle();
    flow('saveEvent').send({ type: 'form.shown' });
    flow('saveEvent').send({ type: 'form.opened', record: listedEvent });
  });

  test('keeps the version that was opened while somebody else changes the record, and takes it on request', async () => {
    const changed = { ...listedEvent, version: 2, title: 'Fire safety' };
    await loadEvents(changed);
    expect(form().context).toMatchObject({ record: listedEvent, fillCount: 0 });
    effects.eventDesk.events.mockResolvedValueOnce([changed]);
    flow('saveEvent').send({ type: 'form.reloadRequested' });
    await settle();
    expect(form().context).toMatchObject({ record: changed, fillCount: 1 });
  });

  test('takes the version that it has saved', async () => {
    const saved = { ...listedEvent, version: 2, title: 'Fire safety' };
    effects.eventDesk.events.mockResolvedValueOnce([saved]);
    flow('saveEvent').send({
      type: 'form.submitted',
      entry: new Redacted({ title: 'Fire safety', category: 'Training', day: DAY }),
    });
    await settle();
    expect(form().context).toMatchObject({ record: saved, fillCount: 0, expected: null });
  });

  test('is about nothing after its page was left', () => {
    flow('saveEvent').send({ type: 'form.left' });
    expect(form().context.record).toBeNull();
  });

  test('leads to the list after a new record was saved, unless its page was left, and not after a change', async () => {
    const paths: string[] = [];
    flow('navigation').on('navigated', ({ path }) => paths.push(path));
    const entry = { title: 'Diwali', author: 'Divya', summary: 'Lights', body: 'All of them.' };
    const send = () => flow('savePost').send({ type: 'form.submitted', entry: new Redacted(entry) });
    flow('savePost').send({ type: 'form.shown', record: listedPost });
    send();
    await settle();
    flow('savePost').send({ type: 'form.shown' });
    send();
    flow('savePost').send({ type: 'form.left' });
    await settle();
    expect(effects.blogDesk.save).toHaveBeenCalledTimes(2);
    expect(paths).toEqual([]);
    await submit('savePost', entry);
    expect(paths).toEqual(['/desk?view=blog']);
  });

  test('of a new policy follows the removal of a policy', async () => {
    const { card, points } = defaultCancellationPolicies;
    const inForce = { fromDay: '2025-01-01', card, points };
    const removed = { fromDay: '2025-12-01', card: points, points: card };
    effects.desk.policy.mockResolvedValueOnce({ version: 1, policies: [inForce, removed] });
    flow('deskPolicy').send({ type: 'resource.used', key: 'all' });
    await settle();
    flow('setPolicy').send({
      type: 'form.shown',
      record: { id: 'cancellation', version: 1, policies: [inForce, removed] },
    });
    effects.desk.policy.mockResolvedValueOnce({ version: 2, policies: [inForce] });
    await submit('removePolicy', { reason: 'A mistake' });
    expect(flow('setPolicy').getSnapshot().context).toMatchObject({ record: { version: 2 }, expected: null });
  });
});

describe('the desk', () => {
  test('loads the plan and the open booking again when the availability of the day changes', async () => {
    let emit: (event: LiveEvent) => void = () => undefined;
    effects.rooms.watch.mockImplementation((_date, send) => {
      emit = send;
      return () => undefined;
    });
    flow('deskLive').send({ type: 'live.dateChosen', date: DAY });
    flow('deskLive').send({ type: 'live.shown' });
    await settle();
    expect(effects.rooms.watch).toHaveBeenCalledWith(DAY, expect.any(Function));
    flow('deskBooking').send({ type: 'resource.used', key: 'b' });
    await settle();
    expect(effects.desk.booking).toHaveBeenCalledTimes(1);
    const before = effects.desk.dayPlan.mock.calls.length;
    emit({ type: 'live.opened' });
    emit({ type: 'live.changed', roomId: 2 });
    await settle();
    expect(effects.desk.dayPlan.mock.calls.length).toBeGreaterThan(before);
    expect(effects.desk.dayPlan.mock.calls.at(-1)?.[0]).toBe(DAY);
    expect(effects.desk.booking.mock.calls.length).toBeGreaterThan(1);
    expect(effects.desk.booking.mock.calls.at(-1)?.[0]).toBe('b');
  });

  test.each([
    ['a booking', { state: 'held', extension: null }],
    ['an extension', { state: 'confirmed', extension: { state: 'open' } }],
  ])('refreshes %s that waits for its payment, until it is paid', async (_what, unpaid) => {
    const held = unpaid as Awaited<ReturnType<DeskEffects['desk']['booking']>>;
    effects.desk.booking.mockResolvedValue(held);
    flow('deskBooking').send({ type: 'resource.used', key: 'b' });
    await settle();
    effects.desk.booking.mockResolvedValue({ ...held, state: 'confirmed', extension: null });
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL_MS);
    expect(flow('deskBooking').getSnapshot().context['data']).toEqual({
      state: 'confirmed',
      extension: null,
    });
    const before = effects.desk.booking.mock.calls.length;
    await vi.advanceTimersByTimeAsync(5 * REFRESH_INTERVAL_MS);
    expect(effects.desk.booking).toHaveBeenCalledTimes(before);
  });

  test('documents that are asked for are shown, and their progress, until they are ready', async () => {
    const { documents } = effects.reports;
    flow('documents').send({ type: 'resource.used', key: '2025-11' });
    await settle();
    expect(flow('documents').getSnapshot().context['data']).toMatchObject({ document: null });
    const making = { id: 'd', papers: 60, files: [], expiresAt: '', state: 'making' as const };
    const ofMonth = { month: '2025-11', issued: 60 };
    documents.mockResolvedValue({ ...ofMonth, document: { ...making, done: 0 } });
    await submit('makeDocuments', { month: '2025-11' });
    expect(effects.reports.makeDocuments).toHaveBeenCalledWith({ month: '2025-11' });
    expect(flow('documents').getSnapshot().context['data']).toMatchObject({ document: { done: 0 } });
    documents.mockResolvedValue({ ...ofMonth, document: { ...making, done: 50 } });
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL_MS);
    expect(flow('documents').getSnapshot().context['data']).toMatchObject({ document: { done: 50 } });
    documents.mockResolvedValue({ ...ofMonth, document: { ...making, state: 'ready', done: 60 } });
    await vi.advanceTimersByTimeAsync(REFRESH_INTERVAL_MS);
    const before = documents.mock.calls.length;
    await vi.advanceTimersByTimeAsync(5 * REFRESH_INTERVAL_MS);
    expect(documents).toHaveBeenCalledTimes(before);
  });

  test.each([
    ['deskCancel', 'cancel', { bookingId: 'b', policyRefund: '1', refund: '1' }],
    ['deskMove', 'move', { bookingId: 'b', day: DAY }],
    ['block', 'block', { roomId: 'all', firstDay: DAY, lastDay: DAY }],
    ['editBlock', 'editBlock', { roomId: 'all', firstDay: DAY, lastDay: DAY }],
    ['exceptBlockDay', 'exceptBlockDay', { id: 'x', day: DAY }],
    ['unblock', 'unblock', { id: 'x' }],
  ] as const)('%s is sent only with a reason, and then the plan is loaded again', async (id, call, entry) => {
    await submit(id, { ...entry, reason: '  ' });
    expect(effects.desk[call]).not.toHaveBeenCalled();
    expect(flow(id).getSnapshot().context['errors']).toHaveProperty('reason');
    const before = effects.desk.dayPlan.mock.calls.length;
    await submit(id, { ...entry, reason: 'A leak' });
    expect(effects.desk[call]).toHaveBeenCalledWith({ ...entry, reason: 'A leak' });
    expect(effects.desk.dayPlan.mock.calls.length).toBe(before + 1);
  });

  test('a correct code opens the desk, and the snapshot of a new factor contains no secret', async () => {
    effects.desk.me.mockRejectedValueOnce(new Failure(403, 'second-factor-needed'));
    flow('staff').send({ type: 'resource.used', key: 'd' });
    await settle();
    expect(flow('staff').getSnapshot().context['failure']).toMatchObject({ code: 'second-factor-needed' });
    await submit('proveFactor', { code: '123456' });
    expect(effects.team.proveFactor).toHaveBeenCalledWith({ code: '123456' });
    expect(flow('staff').getSnapshot().context['data']).toMatchObject({ name: 'Divya' });
    flow('factorSetup').send({ type: 'resource.used', key: 'new' });
    await settle();
    expect(JSON.stringify(flow('factorSetup').getSnapshot().context)).not.toContain('otpauth');
  });

  test.each([
    ['due', 2],
    ['requested', 2],
    ['processed', 1],
  ] as const)('money with a refund that is %s is loaded %i times in five seconds', async (status, times) => {
    const refund = { status, method: null } as Awaited<
      ReturnType<DeskEffects['deskPayments']['money']>
    >['refunds'][number];
    effects.deskPayments.money.mockResolvedValue({
      requests: [],
      refunds: [refund],
      disputes: [],
      payments: [],
    });
    flow('money').send({ type: 'resource.used', key: 'now' });
    await settle(5_500);
    expect(effects.deskPayments.money).toHaveBeenCalledTimes(times);
  });

  test('points are granted only with a number and a reason, and then the account is loaded again', async () => {
    flow('person').send({ type: 'resource.used', key: 'u' });
    await settle();
    await submit('grantPoints', { points: ' ', reason: '' });
    expect(effects.people.grant).not.toHaveBeenCalled();
    expect(Object.keys(flow('grantPoints').getSnapshot().context['errors'])).toEqual(['points', 'reason']);
    const before = effects.people.person.mock.calls.length;
    await submit('grantPoints', { points: '2', reason: 'A leak' });
    expect(effects.people.grant).toHaveBeenCalledWith({ points: '2', reason: 'A leak' });
    expect(effects.people.person.mock.calls.length).toBe(before + 1);
  });

  test('times are blocked only after a room, or all rooms, were chosen', async () => {
    await submit('block', { roomId: '', firstDay: DAY, lastDay: DAY, reason: 'A leak' });
    expect(effects.desk.block).not.toHaveBeenCalled();
    expect(flow('block').getSnapshot().context['errors']).toEqual({ roomId: 'Choose a room, or all rooms' });
  });

  test('an error shows a date in the format in which dates are typed', async () => {
    const fields = { firstDay: `must be ${DAY} or later` };
    effects.desk.block.mockRejectedValueOnce(new Failure(400, 'bad-input', '', { fields }));
    await submit('block', { roomId: 'all', firstDay: '2020-01-01', lastDay: DAY, reason: 'A leak' });
    expect(flow('block').getSnapshot().context['errors']).toEqual({
      firstDay: 'First day must be 25/11/2025 or later',
    });
  });

  test('pictures are uploaded one after the other, can be reordered, and are removed after a confirmation', async () => {
    const send = async (event: PicturesEvent) => {
      flow('roomPictures').send(event);
      await settle();
      return flow('roomPictures').getSnapshot().context;
    };
    const file = (name: string, size = 1, type = 'image/jpeg') => ({ name, size, type });
    const [first, second] = ['/images/uploaded/a.jpg', '/images/uploaded/b.jpg'];
    await send({ type: 'pictures.shown', paths: [] });
    const files = [file('a.jpg'), file('drawing.svg', 1, 'image/svg+xml'), file('b.jpg', 1, '')];
    expect(await send({ type: 'pictures.chosen', files })).toMatchObject({
      paths: [first, second],
      problem: 'drawing.svg: Only JPEG, PNG, WebP and AVIF pictures can be uploaded',
    });
    expect(effects.pictures.upload.mock.calls.map(([{ file: uploaded }]) => uploaded?.name)).toEqual([
      'a.jpg',
      'b.jpg',
    ]);
    expect(await send({ type: 'pictures.chosen', files: [file('c.jpg', 100 * 1024 * 1024)] })).toMatchObject({
      problem: 'c.jpg: This picture is 100 MB; at most 15 MB can be uploaded',
    });
    expect(await send({ type: 'pictures.moved', path: second, by: -1 })).toMatchObject({
      paths: [second, first],
      announcement: 'Now picture 1 of 2',
    });
    await send({ type: 'pictures.removePressed', path: second });
    expect(await send({ type: 'pictures.removeDismissed' })).toMatchObject({ paths: [second, first] });
    await send({ type: 'pictures.removePressed', path: second });
    expect(await send({ type: 'pictures.removeConfirmed' })).toMatchObject({ paths: [first] });

    // When the server refuses a picture, the others that were chosen with it are sent.
    const fields = { picture: 'must have at least 1200 × 800 pixels' };
    effects.pictures.upload.mockRejectedValueOnce(new Failure(400, 'bad-input', '', { fields }));
    expect(await send({ type: 'pictures.chosen', files: [file('d.jpg'), file('e.jpg')] })).toMatchObject({
      paths: [first, '/images/uploaded/e.jpg'],
      queue: [],
      problem: 'd.jpg: A picture must have at least 1200 × 800 pixels',
    });
    // When the server cannot be reached, nothing more is sent.
    effects.pictures.upload.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
    expect(await send({ type: 'pictures.chosen', files: [file('f.jpg'), file('g.jpg')] })).toMatchObject({
      paths: [first, '/images/uploaded/e.jpg'],
      problem: expect.stringMatching(/^f\.jpg: .*\(also not uploaded: g\.jpg\)$/),
    });
    const manyFiles = Array.from({ length: 12 }, (_, nth) => file(`${nth}.jpg`));
    const fullContext = await send({ type: 'pictures.chosen', files: manyFiles });
    expect(fullContext).toMatchObject({
      problem: 'At most 12 pictures are allowed here (not uploaded: 10.jpg, 11.jpg)',
    });
    expect(fullContext['paths']).toHaveLength(12);
  });

  test('every picture that is not uploaded is named, with its reason', async () => {
    const file = (name: string, type = 'image/jpeg') => ({ name, size: 1, type });
    const send = async (event: PicturesEvent) => {
      flow('roomPictures').send(event);
      await settle();
      return flow('roomPictures').getSnapshot().context['problem'];
    };
    const paths = Array.from({ length: 10 }, (_, nth) => `/images/uploaded/${nth}.jpg`);
    await send({ type: 'pictures.shown', paths });
    const fields = { picture: 'must be a picture' };
    effects.pictures.upload.mockRejectedValueOnce(new Failure(400, 'bad-input', '', { fields }));
    const drawings = [file('plan.svg', 'image/svg+xml'), file('film.gif', 'image/gif')];
    const photos = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => file(name));
    expect(await send({ type: 'pictures.chosen', files: [...drawings, ...photos] })).toBe(
      `plan.svg, film.gif: Only JPEG, PNG, WebP and AVIF pictures can be uploaded
At most 12 pictures are allowed here (not uploaded: c.jpg)
a.jpg: A picture must be a picture`,
    );
    expect(await send({ type: 'pictures.chosen', files: [file('d.jpg')] })).toBeNull();
  });

  test('shows the conflicts of a block-out, and stays in its form', async () => {
    const inTheWay = [
      {
        kind: 'booking' as const,
        id: 'b',
        roomId: 1,
        roomName: 'One',
        day: DAY,
        range: { start: 18, end: 20 },
        who: 'Meera',
      },
    ];
    effects.desk.block.mockRejectedValue(new Failure(409, 'in-the-way', 'not free', { inTheWay }));
    await submit('block', { roomId: 'all', firstDay: DAY, lastDay: DAY, reason: 'A leak' });
    expect(flow('block').getSnapshot().value).toBe('editing');
    expect(flow('block').getSnapshot().context['failure']).toMatchObject({ details: { inTheWay } });
  });

  test('saves only a complete room, and loads the rooms again', async () => {
    const room = { roomName: 'One', roomCapacity: '4', buildingNo: '1', streetName: 'S', areaName: 'A' };
    flow('deskRooms').send({ type: 'resource.used', key: 'all' });
    await settle();
    await submit('saveRoom', room);
    expect(flow('saveRoom').getSnapshot().context['errors']).toEqual({ pincode: 'Enter the pincode' });
    await submit('saveRoom', { ...room, pincode: '600004' });
    expect(effects.desk.saveRoom).toHaveBeenCalledTimes(1);
    expect(effects.desk.rooms).toHaveBeenCalledTimes(2);
  });

  test('sets a cancellation policy only with a reason, and loads the policies again', async () => {
    flow('deskPolicy').send({ type: 'resource.used', key: 'all' });
    await settle();
    await submit('setPolicy', { fromDay: '', reason: ' ' });
    expect(flow('setPolicy').getSnapshot().context['errors']).toEqual({
      fromDay: 'Enter the first day',
      reason: 'Enter a reason: it is stored in the audit',
    });
    await submit('setPolicy', {
      fromDay: DAY,
      reason: 'New year',
      'card hours 0': '48',
      'card percent 0': '100',
    });
    expect(effects.desk.setPolicy).toHaveBeenCalledTimes(1);
    expect(effects.desk.policy).toHaveBeenCalledTimes(2);
  });

  test.each<[string, Record<string, string>, Record<string, string>]>([
    [
      'an email in a number',
      { 'card hours 0': '48', 'card percent 0': '1O0' },
      { 'card percent 0': 'Enter a percentage from 1 to 100' },
    ],
    ['half a step', { 'points percent 2': '50' }, { 'points hours 2': 'Enter hours from 1 to 720' }],
    [
      'a step nearer than the next, with an empty one between',
      { 'card hours 0': '24', 'card percent 0': '100', 'card hours 2': '48', 'card percent 2': '50' },
      { 'card hours 2': 'Each step must be fewer hours before the start than the one above it' },
    ],
    [
      'a step that returns as much as the one above it',
      { 'card hours 0': '48', 'card percent 0': '50', 'card hours 1': '24', 'card percent 1': '50' },
      { 'card percent 1': 'Each step must return less than the one above it' },
    ],
    ['half a grace', { 'points lead': '24' }, { 'points grace': 'Enter hours from 1 to 720' }],
    [
      'too many hours',
      { 'card grace': '721', 'card lead': '1' },
      { 'card grace': 'Enter hours from 1 to 720' },
    ],
  ])('a cancellation policy with %s has an error only at that number', async (_case, entry, errors) => {
    await submit('setPolicy', { ...entry, fromDay: DAY, reason: 'New year' });
    expect(flow('setPolicy').getSnapshot().context['errors']).toEqual(errors);
    expect(effects.desk.setPolicy).not.toHaveBeenCalled();
  });

  test('runs only the flows of the desk', () => {
    expect(Object.keys(actor.getSnapshot().children).toSorted()).toEqual([
      'addAddress',
      'addCompanyMember',
      'archiveRoom',
      'arrival',
      'audit',
      'block',
      'blockOuts',
      'blockPerson',
      'closePerson',
      'closeTill',
      'colleagues',
      'companies',
      'company',
      'confirmAgain',
      'confirmFactor',
      'confirmRefund',
      'connection',
      'correctInvoice',
      'correctPoints',
      'customers',
      'dayPlan',
      'declineRefund',
      'deletePost',
      'deskBooking',
      'deskBusiness',
      'deskCancel',
      'deskEnquiry',
      'deskEvents',
      'deskLive',
      'deskMove',
      'deskPolicy',
      'deskPost',
      'deskPosts',
      'deskRefund',
      'deskRooms',
      'deskSetup',
      'documents',
      'editBlock',
      'exceptBlockDay',
      'explainDifference',
      'exportPoints',
      'extend',
      'extendByLink',
      'factorSetup',
      'fillBlock',
      'giveRole',
      'grantPoints',
      'handBack',
      'inbox',
      'invitations',
      'invite',
      'invoiceCompany',
      'issuedDocuments',
      'makeDocuments',
      'markEnquiry',
      'membership',
      'money',
      'monthArchive',
      'moveFromBlockOut',
      'moveProposals',
      'navigation',
      'note',
      'notifier',
      'orderRooms',
      'paymentLink',
      'people',
      'person',
      'postPicture',
      'proveFactor',
      'provider',
      'publishPost',
      'receivedPayments',
      'recordTransfer',
      'refundLimits',
      'removeCompanyMember',
      'removeEvent',
      'removePolicy',
      'removePrice',
      'removeRates',
      'removeTransfer',
      'replyToEnquiry',
      'report',
      'reportFile',
      'resendEmails',
      'resetFactor',
      'retryRefund',
      'roomPictures',
      'sale',
      'saleDates',
      'saveBusiness',
      'saveCompany',
      'saveEvent',
      'savePolicyText',
      'savePost',
      'saveRefundLimits',
      'saveRoom',
      'sendInvitation',
      'session',
      'setPolicy',
      'setPrice',
      'setRates',
      'settlements',
      'shorten',
      'staff',
      'taxDocumentFile',
      'textPictures',
      'tills',
      'unblock',
      'unpublishPost',
      'uploadSettlementReport',
      'walkIn',
      'withdrawInvitation',
      'withdrawLink',
    ]);
  });
});
