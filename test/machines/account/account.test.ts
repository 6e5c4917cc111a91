import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Redacted } from '../../../domain/text/redacted.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import { linkDetails, linkedAccount } from '../../fixtures/link.ts';
import { NOON } from '../../fixtures/booking.ts';
import { device } from '../../fixtures/device.ts';
import {
  liveSession,
  type FlowId,
  mockEffects,
  type RunningApp,
  type SnapshotOf,
  startApp,
} from '../startApp.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

const SECRET = 'Chosen-2025!';
const unreachable = new Failure('FETCH_ERROR');

type Form = 'details' | 'password' | 'address' | 'confirmation' | 'export' | 'closing' | 'forgotten';

const state = (app: RunningApp, flow: FlowId) => app.flow(flow).getSnapshot().value;
const context = <Id extends FlowId>(app: RunningApp, flow: Id): SnapshotOf<Id>['context'] =>
  app.flow(flow).getSnapshot().context;

/** Starts the system with a signed-in user who has opened a form. */
async function startForm(flow: Form, effects = mockEffects()): Promise<RunningApp> {
  effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession() });
  const app = await startApp(effects);
  app.flow(flow).send({ type: 'form.shown' });
  app.flow(flow).send({ type: 'form.opened' });
  return app;
}
async function submit(app: RunningApp, flow: Form, entry: Record<string, string> = {}): Promise<void> {
  app.flow(flow).send({ type: 'form.submitted', entry: new Redacted(entry) });
  await app.settle();
}

describe('a form of the account', () => {
  test('is sent once, reloads the details and shows that they are saved', async () => {
    const effects = mockEffects();
    const app = await startForm('details', effects);
    app.flow('member').send({ type: 'resource.used', key: 'user-1' });
    await app.settle();
    const entry = { firstName: 'Asha', phone: '98400 12345' };
    app.flow('details').send({ type: 'form.submitted', entry: new Redacted(entry) });
    await submit(app, 'details', entry);
    expect(effects.account.updateDetails.mock.calls).toEqual([[entry]]);
    expect(state(app, 'details')).toBe('done');
    expect(app.toasts()).toEqual(['success: Your details are saved']);
    expect(effects.member.details).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['details', { firstName: ' ', phone: '' }, ['firstName', 'phone']],
    ['password', { password: '', newPassword: '', again: '' }, ['password', 'newPassword', 'again']],
    ['password', { password: 'a', newPassword: SECRET, again: 'other' }, ['again']],
    ['address', { email: 'asha@example', password: '' }, ['email', 'password']],
    ['address', { email: 'a@b.example\r\nBcc: evil@x.example', password: 'a' }, ['email']],
    ['closing', { password: '' }, ['password']],
    ['forgotten', { email: '' }, ['email']],
  ] as const)('%s with %j is not sent, and marks the fields', async (flow, entry, fields) => {
    const effects = mockEffects();
    const app = await startForm(flow, effects);
    const focused: unknown[] = [];
    app.actor.system
      .get(flow)
      .on('entryRejected', ({ field }: { field: string | null }) => focused.push(field));
    await submit(app, flow, entry);
    expect(Object.keys(context(app, flow)['errors'])).toEqual(fields);
    expect(focused).toEqual([fields[0]]);
    for (const call of [...Object.values(effects.account), ...Object.values(effects.recovery)]) {
      expect(call).not.toHaveBeenCalled();
    }
    app.flow(flow).send({ type: 'form.changed', field: fields[0] });
    expect(Object.keys(context(app, flow)['errors'])).toEqual(fields.slice(1));
  });

  test('shows a field error of the server at the field, and any other failure above the form', async () => {
    const effects = mockEffects();
    effects.account.changePassword
      .mockRejectedValueOnce(new Failure(403, 'wrong-password', '', { fields: { password: 'is not right' } }))
      .mockRejectedValueOnce(unreachable);
    const app = await startForm('password', effects);
    const entry = { password: 'a guess', newPassword: SECRET, again: SECRET };
    await submit(app, 'password', entry);
    expect(context(app, 'password')).toMatchObject({
      errors: { password: 'Current Password is not right' },
      failure: null,
    });
    await submit(app, 'password', entry);
    expect(context(app, 'password')).toMatchObject({ errors: {}, failure: unreachable });
    await submit(app, 'password', entry);
    expect(state(app, 'password')).toBe('done');
  });

  test('loses the failure of an attempt when another one is sent, refused or dismissed', async () => {
    const effects = mockEffects();
    const app = await startForm('closing', effects);
    const failOnce = async (): Promise<void> => {
      effects.account.close.mockRejectedValueOnce(unreachable);
      await submit(app, 'closing', { password: SECRET });
      expect(context(app, 'closing')['failure']).toEqual(unreachable);
    };
    await failOnce();
    await submit(app, 'closing', { password: '' });
    expect(context(app, 'closing')['failure']).toBeNull();

    await failOnce();
    app.flow('closing').send({ type: 'form.dismissed' });
    expect(context(app, 'closing')['failure']).toBeNull();

    app.flow('closing').send({ type: 'form.opened' });
    await failOnce();
    effects.account.close.mockReturnValueOnce(new Promise(() => undefined));
    await submit(app, 'closing', { password: SECRET });
    expect(state(app, 'closing')).toBe('sending');
    expect(context(app, 'closing')['failure']).toBeNull();
  });

  test('has no password in persisted snapshots or inspected events', async () => {
    const effects = mockEffects();
    effects.account.changePassword.mockReturnValue(new Promise(() => undefined));
    const inspectedEvents: string[] = [];
    effects.session.restore.mockResolvedValue({ kind: 'live', ...liveSession() });
    const app = await startApp(effects, (event) => {
      if ('event' in event) inspectedEvents.push(JSON.stringify(event.event));
    });
    app.flow('password').send({ type: 'form.opened' });
    await submit(app, 'password', { password: SECRET, newPassword: SECRET, again: SECRET });
    expect(state(app, 'password')).toBe('sending');
    expect(app.persisted()).not.toContain(SECRET);
    expect(inspectedEvents.join()).not.toContain(SECRET);
  });

  test('is still sent when its page is left, and is closed when the user returns', async () => {
    const effects = mockEffects();
    let finishUpdate: () => void = () => undefined;
    effects.account.updateDetails.mockReturnValue(new Promise((resolve) => (finishUpdate = resolve)));
    const app = await startForm('details', effects);
    await submit(app, 'details', { firstName: 'Asha', phone: '1' });
    app.flow('details').send({ type: 'form.left' });
    finishUpdate();
    await app.settle();
    expect(app.toasts()).toEqual(['success: Your details are saved']);
    expect(state(app, 'details')).toBe('closed');
  });

  test('loses its errors when its page is left; a form that is always open stays open', async () => {
    const app = await startForm('closing');
    await submit(app, 'closing', { password: '' });
    app.flow('closing').send({ type: 'form.left' });
    expect([state(app, 'closing'), context(app, 'closing')['errors']]).toEqual(['closed', {}]);
    app.flow('forgotten').send({ type: 'form.shown' });
    app.flow('forgotten').send({ type: 'form.left' });
    expect(state(app, 'forgotten')).toBe('editing');
  });
});

describe('closing the account', () => {
  test('leads to the home page, and signs out when that page is shown', async () => {
    const effects = mockEffects();
    const app = await startForm('closing', effects);
    app.flow('member').send({ type: 'resource.used', key: 'user-1' });
    await app.settle();
    await submit(app, 'closing', { password: SECRET });
    expect(effects.member.details).toHaveBeenCalledTimes(1);
    expect(app.visited).toEqual(['/']);
    expect(effects.session.signOut).not.toHaveBeenCalled();
    app.flow('closing').send({ type: 'form.left' });
    await app.settle();
    expect(effects.session.signOut).toHaveBeenCalledTimes(1);
    expect(app.toasts()).toEqual(['success: Your account is closed', 'info: You’ve been signed out']);
  });

  test('changes nothing when it is refused because of upcoming bookings', async () => {
    const effects = mockEffects();
    const bookingsAhead = new Failure(409, 'bookings-ahead', 'Please cancel your upcoming bookings first');
    effects.account.close.mockRejectedValue(bookingsAhead);
    const app = await startForm('closing', effects);
    await submit(app, 'closing', { password: SECRET });
    expect(context(app, 'closing')['failure']).toEqual(bookingsAhead);
    expect(app.visited).toEqual([]);
    expect(app.flow('session').getSnapshot().hasTag('signedIn')).toBe(true);
  });
});

describe('the devices', () => {
  const otherDevice = { ...device, id: 'session-2', isCurrent: false };

  async function startDevices(effects = mockEffects()): Promise<RunningApp> {
    effects.account.devices.mockResolvedValue([device, otherDevice]);
    const app = await startApp(effects);
    app.flow('devices').send({ type: 'resource.used' });
    await app.settle();
    return app;
  }

  const signOut = (app: RunningApp, id: string | null, code = '') =>
    app.flow('signOutDevice').send({ type: 'command.sent', input: { id, code: new Redacted(code) } });

  test.each([
    ['one', 'session-2', 'Signed out of that device'],
    ['all others', null, 'Signed out of all other devices'],
  ])('are loaded again after signing out %s', async (_which, id, text) => {
    const effects = mockEffects();
    const app = await startDevices(effects);
    effects.account.devices.mockResolvedValue([device]);
    signOut(app, id, '123456');
    signOut(app, id, '123456');
    await app.settle();
    expect(effects.account.signOutDevice.mock.calls).toEqual([[id, '123456']]);
    expect(context(app, 'devices')['data']).toEqual([device]);
    expect(app.toasts()).toEqual([`success: ${text}`]);
  });

  test('show no failure after a retry', async () => {
    const effects = mockEffects();
    effects.account.devices.mockRejectedValueOnce(new Failure('FETCH_ERROR'));
    const app = await startApp(effects);
    app.flow('devices').send({ type: 'resource.used' });
    await app.settle();
    expect(context(app, 'devices')['failure']).not.toBeNull();
    effects.account.devices.mockResolvedValue([device]);
    app.flow('devices').send({ type: 'resource.refreshed' });
    await app.settle();
    expect(context(app, 'devices')).toMatchObject({ data: [device], failure: null });
  });

  test('are loaded again without a toast when the device was already signed out', async () => {
    const effects = mockEffects();
    effects.account.signOutDevice.mockRejectedValue(new Failure(404, 'not-found'));
    const app = await startDevices(effects);
    signOut(app, 'session-2');
    await app.settle();
    expect(effects.account.devices).toHaveBeenCalledTimes(2);
    expect(app.toasts()).toEqual([]);
  });

  test('stay listed when the server cannot be reached, and can be loaded again', async () => {
    const effects = mockEffects();
    effects.account.signOutDevice.mockRejectedValueOnce(unreachable);
    const app = await startDevices(effects);
    signOut(app, null);
    await app.settle();
    expect(context(app, 'devices')['data']).toEqual([device, otherDevice]);
    expect(context(app, 'signOutDevice')['failure']).toEqual(unreachable);
    effects.account.devices.mockRejectedValueOnce(unreachable);
    signOut(app, null);
    await app.settle();
    expect(state(app, 'devices')).toBe('failed');
    app.flow('devices').send({ type: 'resource.refreshed' });
    await app.settle();
    expect(state(app, 'devices')).toEqual({ ready: 'inUse' });
  });

  test('are loaded again after the password was changed', async () => {
    const effects = mockEffects();
    const app = await startDevices(effects);
    app.flow('password').send({ type: 'form.opened' });
    await submit(app, 'password', { password: 'a', newPassword: SECRET, again: SECRET });
    expect(effects.account.devices).toHaveBeenCalledTimes(2);
  });
});

/** On the page of a link: the form that uses it, or the one that takes an account over. */
function linkForm(app: RunningApp) {
  const { use, claim } = app.flow('link').getSnapshot().children;
  const form = use ?? claim;
  if (!form) throw new Error('the page of the link has no form');
  return form;
}

async function submitLink(app: RunningApp, entry: Record<string, string> = {}): Promise<void> {
  linkForm(app).send({ type: 'form.submitted', entry: new Redacted(entry) });
  await app.settle();
}

describe('the link of an email', () => {
  const email = 'asha@example.com';
  const linkExpired = new Failure(410, 'link-over');

  async function openLink(
    action: 'reset' | 'confirm' | 'change' | 'register',
    effects = mockEffects(),
  ): Promise<RunningApp> {
    effects.recovery.readLink.mockResolvedValue(linkDetails({ action, email }));
    const app = await startApp(effects);
    await openLinkAgain(app);
    return app;
  }
  async function openLinkAgain(app: RunningApp): Promise<void> {
    app.flow('link').send({ type: 'link.opened', isNotMe: false });
    await app.settle();
  }
  test('changes nothing when it is opened', async () => {
    const effects = mockEffects();
    const app = await openLink('reset', effects);
    expect(state(app, 'link')).toBe('ready');
    expect(effects.recovery.useLink).not.toHaveBeenCalled();
  });

  test('sets a new password that was typed twice, and signs nobody in', async () => {
    const effects = mockEffects();
    const app = await openLink('reset', effects);
    await submitLink(app, { password: SECRET, again: 'other' });
    expect(linkForm(app).getSnapshot().context.errors).toEqual({ again: 'Password Mismatching' });
    await submitLink(app, { password: SECRET, again: SECRET });
    expect(effects.recovery.useLink.mock.calls).toEqual([['reset', { password: SECRET, again: SECRET }]]);
    expect(state(app, 'link')).toBe('used');
    expect(effects.recovery.forgetLink).toHaveBeenCalledTimes(1);
    expect(app.flow('session').getSnapshot().hasTag('signedIn')).toBe(false);
    expect(app.persisted()).not.toContain(SECRET);
  });

  test.each(['confirm', 'change'] as const)('needs only a press to %s an address', async (action) => {
    const effects = mockEffects();
    const app = await openLink(action, effects);
    await submitLink(app);
    expect(effects.recovery.useLink.mock.calls).toEqual([[action, {}]]);
    expect(state(app, 'link')).toBe('used');
  });

  test('completes a registration with the password of the registration', async () => {
    const effects = mockEffects();
    effects.recovery.useLink.mockRejectedValueOnce(
      new Failure(403, 'wrong-password', '', { fields: { password: 'is not the one' } }),
    );
    const app = await openLink('register', effects);
    await submitLink(app, { password: '' });
    expect(effects.recovery.useLink).not.toHaveBeenCalled();
    await submitLink(app, { password: 'a guess' });
    expect(linkForm(app).getSnapshot().context.errors).toEqual({ password: 'Password is not the one' });
    await submitLink(app, { password: SECRET });
    expect(state(app, 'link')).toBe('used');
  });

  test('loses the errors of an attempt field by field while they are corrected, and its failure with another attempt', async () => {
    const effects = mockEffects();
    const app = await openLink('reset', effects);
    await submitLink(app, { password: '', again: '' });
    linkForm(app).send({ type: 'form.changed', field: 'password' });
    expect(Object.keys(linkForm(app).getSnapshot().context.errors)).toEqual(['again']);

    effects.recovery.useLink.mockRejectedValueOnce(unreachable);
    await submitLink(app, { password: SECRET, again: SECRET });
    expect(linkForm(app).getSnapshot().context).toMatchObject({ errors: {}, failure: unreachable });
    await submitLink(app, { password: '', again: '' });
    expect(linkForm(app).getSnapshot().context.failure).toBeNull();

    effects.recovery.useLink.mockReturnValueOnce(new Promise(() => undefined));
    await submitLink(app, { password: SECRET, again: SECRET });
    expect(linkForm(app).getSnapshot().value).toBe('sending');
    expect(linkForm(app).getSnapshot().context.errors).toEqual({});

    await openLinkAgain(app);
    effects.recovery.useLink.mockRejectedValueOnce(unreachable);
    await submitLink(app, { password: SECRET, again: SECRET });
    effects.recovery.useLink.mockReturnValueOnce(new Promise(() => undefined));
    await submitLink(app, { password: SECRET, again: SECRET });
    expect(linkForm(app).getSnapshot().value).toBe('sending');
    expect(linkForm(app).getSnapshot().context.failure).toBeNull();
  });

  test('forgets errors, failure and address when it is left', async () => {
    const effects = mockEffects();
    const app = await openLink('reset', effects);
    effects.recovery.useLink.mockRejectedValueOnce(unreachable);
    await submitLink(app, { password: SECRET, again: SECRET });
    app.flow('link').send({ type: 'link.left' });
    expect(context(app, 'link')).toEqual({ details: null, isNotMe: false, failure: null });
    await openLinkAgain(app);
    await submitLink(app, { password: '', again: '' });
    app.flow('link').send({ type: 'link.left' });
    expect(context(app, 'link')).toEqual({ details: null, isNotMe: false, failure: null });
  });

  test('is shown as expired, when it is opened or when it is used', async () => {
    const effects = mockEffects();
    const app = await openLink('confirm', effects);
    effects.recovery.useLink.mockRejectedValueOnce(linkExpired);
    await submitLink(app);
    expect(state(app, 'link')).toBe('over');
    effects.recovery.readLink.mockRejectedValueOnce(linkExpired);
    app.flow('link').send({ type: 'link.opened', isNotMe: false });
    await app.settle();
    expect(state(app, 'link')).toBe('over');
  });

  test('can be used later when the server cannot be reached', async () => {
    const effects = mockEffects();
    const app = await openLink('confirm', effects);
    effects.recovery.useLink.mockRejectedValueOnce(unreachable);
    await submitLink(app);
    expect([state(app, 'link'), linkForm(app).getSnapshot().context.failure]).toEqual(['ready', unreachable]);
    effects.recovery.readLink.mockRejectedValueOnce(unreachable);
    app.flow('link').send({ type: 'link.opened', isNotMe: false });
    await app.settle();
    expect(state(app, 'link')).toBe('failed');
    app.flow('link').send({ type: 'link.retried' });
    await app.settle();
    expect(state(app, 'link')).toBe('ready');
    expect(effects.recovery.forgetLink).not.toHaveBeenCalled();
  });
});

describe('the link that finishes a registration', () => {
  test('of an address whose earlier account holds something is not used before its reader has chosen', async () => {
    const effects = mockEffects();
    const details = linkDetails({
      action: 'register',
      account: { ...linkedAccount, bookings: 2, holdsAnything: true },
    });
    effects.recovery.readLink.mockResolvedValue(details);
    const app = await startApp(effects);
    app.flow('link').send({ type: 'link.opened', isNotMe: false });
    await app.settle();
    await submitLink(app, { password: SECRET });
    expect(linkForm(app).getSnapshot().context.errors).toEqual({
      earlier: 'Say whether the earlier account is yours',
    });
    await submitLink(app, { password: SECRET, earlier: 'release' });
    expect(effects.recovery.useLink.mock.calls).toEqual([
      ['register', { password: SECRET, earlier: 'release' }],
    ]);
  });

  test('of the browser of another account needs the password of the account', async () => {
    const effects = mockEffects();
    effects.recovery.readLink.mockResolvedValue(linkDetails({ action: 'confirm', isOwn: false }));
    const app = await startApp(effects);
    app.flow('link').send({ type: 'link.opened', isNotMe: false });
    await app.settle();
    await submitLink(app);
    expect(effects.recovery.useLink).not.toHaveBeenCalled();
    expect(linkForm(app).getSnapshot().context.errors).toEqual({ password: expect.any(String) });
  });
});

describe('"this was not me"', () => {
  async function openNotMe(details: Parameters<typeof linkDetails>[0], isNotMe = true) {
    const effects = mockEffects();
    effects.recovery.readLink.mockResolvedValue(linkDetails(details));
    const app = await startApp(effects);
    const link = app.flow('link');
    const send = async (event: Parameters<typeof link.send>[0]) => {
      link.send(event);
      await app.settle();
    };
    await send({ type: 'link.opened', isNotMe });
    return { effects, app, send };
  }

  test('asks first, in the email and on the page, and ends the link with a second press', async () => {
    const { effects, app, send } = await openNotMe({ action: 'change' });
    expect(state(app, 'link')).toBe('doubted');
    await send({ type: 'link.accepted' });
    expect(state(app, 'link')).toBe('ready');
    await send({ type: 'link.doubted' });
    expect(state(app, 'link')).toBe('doubted');
    expect(effects.recovery.disown).not.toHaveBeenCalled();
    await send({ type: 'link.disowned' });
    expect(effects.recovery.disown).toHaveBeenCalledTimes(1);
    expect(state(app, 'link')).toBe('disowned');
  });

  test('is not taken while the link is used', async () => {
    const { effects, app } = await openNotMe({ action: 'confirm' }, false);
    effects.recovery.useLink.mockReturnValueOnce(new Promise(() => undefined));
    await submitLink(app);
    linkForm(app).send({ type: 'form.dismissed' });
    expect(state(app, 'link')).toBe('ready');
  });

  test('offers an unconfirmed account to the reader, who takes it over with a new password', async () => {
    const { effects, app, send } = await openNotMe({ action: 'confirm', isOwn: false }, false);
    await send({ type: 'link.doubted' });
    await send({ type: 'link.claimChosen' });
    await submitLink(app, { password: SECRET, again: 'other' });
    expect(effects.recovery.claimAccount).not.toHaveBeenCalled();
    expect(linkForm(app).getSnapshot().context.errors).toEqual({ again: 'Password Mismatching' });
    linkForm(app).send({ type: 'form.dismissed' });
    expect(state(app, 'link')).toBe('doubted');
    await send({ type: 'link.claimChosen' });
    expect(linkForm(app).getSnapshot().context.errors).toEqual({});
    await submitLink(app, { password: SECRET, again: SECRET });
    expect(effects.recovery.claimAccount.mock.calls).toEqual([[{ password: SECRET, again: SECRET }]]);
    expect(effects.recovery.useLink).not.toHaveBeenCalled();
    expect(state(app, 'link')).toBe('claimed');
    expect(effects.recovery.forgetLink).toHaveBeenCalledTimes(1);
  });

  test.each(['change', 'register', 'reset'] as const)(
    'offers no account with a link to %s',
    async (action) => {
      const { app, send } = await openNotMe({ action });
      await send({ type: 'link.claimChosen' });
      expect(state(app, 'link')).toBe('doubted');
    },
  );
});
