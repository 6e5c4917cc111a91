/**
 * The payment sheet inside the checkout's iframe: from 'open' to 'complete' or 'dismiss'. It takes the amount from the
 * order and not from the shop's page, and communicates only with that page and the sandbox's server.
 */
import { isComplete } from './fields.js';
import * as sheet from './sheet.js';

const { byId } = sheet;
const DONE_SHOWN_MS = 900;
const POLL_INTERVAL_MS = 2000;

/** The open checkout, or null: the shop's options, the order, the open attempt's id, and the deadline. */
let checkout = null;

/**
 * The origin of the shop's page, known after its first message. frame-ancestors decides who may be that page; before
 * the first message this page sends only that it is ready.
 */
let shop = '*';

const postToShop = (message, data) => window.parent.postMessage({ checkout: message, data }, shop);

const unreachable = {
  code: 'NETWORK_ERROR',
  description: 'The payment server could not be reached. Check your connection and try again.',
  source: 'NA',
  step: 'NA',
  reason: 'NA',
  metadata: {},
};

/** Calls our server; the result has the response or `error`. */
async function post(path, body) {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      // Sent even when the shop's page is closed.
      keepalive: true,
    });
    return await response.json();
  } catch {
    return { error: unreachable };
  }
}

const pageCredentials = () => ({
  order_id: checkout.options.order_id,
  page_token: checkout.order.page_token,
});

async function open(options) {
  const opening = {
    options,
    order: null,
    attempt: null,
    inApp: false,
    busy: false,
    deadline: null,
    leaveAfterwards: null,
  };
  checkout = opening;
  if (options.timeout > 0) opening.deadline = Date.now() + options.timeout * 1000;
  sheet.showSheet(options);
  tick();
  const order = await post('order', { key: options.key, order_id: options.order_id ?? '' });
  if (checkout !== opening) return;
  if (order.error) {
    close();
    postToShop('fault', { error: order.error });
    return;
  }
  opening.order = order;
  sheet.showOrder(order);
  sheet.showView('method');
  chooseMethod(options.prefill?.method === 'upi' ? 'upi' : 'card');
}

function close() {
  checkout = null;
  sheet.hideSheet();
}

/** Ends without a payment. An open attempt is cancelled first, unless it has been paid. */
async function leave(reason) {
  if (checkout.busy) {
    checkout.leaveAfterwards = { reason };
    return;
  }
  checkout.busy = true;
  if (checkout.attempt) {
    const result = await post('cancel', { ...pageCredentials(), payment_id: checkout.attempt });
    if (result.next === 'done') return finish(result);
  }
  close();
  postToShop('dismiss', { reason });
}

async function finish({ paid }) {
  checkout.busy = true;
  checkout.deadline = null;
  tick();
  sheet.clearFailure();
  byId('done-text').textContent = `${sheet.amountText(checkout.order.amount)} paid`;
  sheet.showView('done', byId('sheet'));
  await pause(DONE_SHOWN_MS);
  close();
  postToShop('complete', paid);
}

/** A failed attempt: notifies the shop; the payer may try again on the same order. */
function handleFailure(error) {
  checkout.attempt = null;
  checkout.inApp = false;
  postToShop('paymenterror', { error });
  sheet.showView('method');
  sheet.showFailure(error.description);
  byId('cvv').value = '';
  if (checkout.options.retry?.enabled === false) checkout.leaveAfterwards = {};
}

/** Sends one step of a payment and continues with its result. */
async function sendStep(path, body) {
  checkout.busy = true;
  sheet.clearFailure();
  sheet.setBusy(true);
  const result = await post(path, { ...pageCredentials(), ...body });
  checkout.busy = false;
  sheet.setBusy(false);
  if (result.next === 'done') return finish(result);
  if (result.error === unreachable) sheet.showFailure(unreachable.description);
  else if (result.error) handleFailure(result.error);
  else if (result.next === 'wait') void waitForApp(result.payment_id);
  else askForCode(result.payment_id);
  if (checkout.leaveAfterwards) await leave(checkout.leaveAfterwards.reason);
}

function askForCode(paymentId) {
  checkout.attempt = paymentId;
  byId('form-otp').reset();
  sheet.showView('otp', byId('otp'));
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The payment waits in the payer's UPI app: the server is polled until it has a result or the payer leaves. */
async function waitForApp(paymentId) {
  const waiting = checkout;
  const isStillWaiting = () => checkout === waiting && checkout.attempt === paymentId;
  checkout.attempt = paymentId;
  // Continues after the payer leaves, because only the app ends its request.
  checkout.inApp = true;
  byId('payer-vpa').textContent = byId('vpa').value.trim();
  sheet.showView('wait', byId('sheet'));
  for (await pause(POLL_INTERVAL_MS); isStillWaiting(); await pause(POLL_INTERVAL_MS)) {
    const result = await post('status', { ...pageCredentials(), payment_id: paymentId });
    // `leave` has fetched the result as well and continues with it.
    if (!isStillWaiting() || checkout.busy || result.next === 'wait' || result.error === unreachable)
      continue;
    if (result.next === 'done') return finish(result);
    handleFailure(result.error);
    if (checkout.leaveAfterwards) await leave(checkout.leaveAfterwards.reason);
    return;
  }
}
byId('elsewhere').addEventListener('click', () => {
  if (checkout.busy) return;
  checkout.attempt = null;
  sheet.showView('method');
});

function pay(instrument) {
  const { options, order } = checkout;
  postToShop('submit', { method: instrument.method });
  return sendStep('pay', {
    amount: options.amount === undefined ? order.amount : Number(options.amount),
    currency: options.currency ?? order.currency,
    email: options.prefill?.email,
    contact: options.prefill?.contact,
    instrument,
  });
}

const onSubmit = (id, act) =>
  byId(id).addEventListener('submit', (event) => {
    event.preventDefault();
    if (checkout && !checkout.busy && isComplete(event.target, checkout.order)) void act();
  });
onSubmit('form-card', () => {
  byId('last4').textContent = byId('number').value.slice(-4);
  return pay({ method: 'card', number: byId('number').value });
});
onSubmit('form-upi', () => pay({ method: 'upi', vpa: byId('vpa').value }));
onSubmit('form-otp', () =>
  sendStep('authenticate', { payment_id: checkout.attempt, otp: byId('otp').value }),
);
byId('back').addEventListener('click', () => {
  if (!checkout.busy) void sendStep('cancel', { payment_id: checkout.attempt });
});

const tabs = { card: byId('tab-card'), upi: byId('tab-upi') };
function chooseMethod(method) {
  sheet.clearFailure();
  for (const [name, tab] of Object.entries(tabs)) {
    tab.setAttribute('aria-selected', String(name === method));
    tab.tabIndex = name === method ? 0 : -1;
    byId(`panel-${name}`).hidden = name !== method;
  }
}
for (const [method, tab] of Object.entries(tabs)) {
  tab.addEventListener('click', () => !checkout.busy && chooseMethod(method));
  tab.addEventListener('keydown', ({ key }) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    const other = method === 'card' ? 'upi' : 'card';
    chooseMethod(other);
    tabs[other].focus();
  });
}

/** Asks before leaving. A running request is awaited first. */
function requestLeave({ mustAsk }) {
  if (!checkout || checkout.busy) return;
  if (mustAsk || checkout.options.modal?.confirm_close || checkout.attempt || checkout.inApp)
    sheet.askToLeave(checkout);
  else void leave();
}
byId('go').addEventListener('click', () => void leave());
byId('close').addEventListener('click', () => requestLeave({ mustAsk: false }));
document.body.addEventListener('click', ({ target }) => {
  if (target === document.body && checkout?.options.modal?.backdropclose) requestLeave({ mustAsk: false });
});
// A key pressed by mistake must not lose a payment, so Escape always asks.
const escape = () => checkout?.options.modal?.escape !== false && requestLeave({ mustAsk: true });
document.addEventListener('keydown', (event) => {
  if (event.key === 'Tab') sheet.keepTabInside(event);
  if (event.key === 'Escape' && !byId('leave').open) {
    event.preventDefault();
    escape();
  }
});

/** The deadline is compared with the clock; ticks stop while the page is in the background. */
function tick() {
  if (!checkout) return;
  if (checkout.deadline === null) return sheet.showTimeLeft(null);
  const seconds = Math.max(0, Math.ceil((checkout.deadline - Date.now()) / 1000));
  sheet.showTimeLeft(seconds);
  if (seconds === 0 && !checkout.busy) void leave('timeout');
}
setInterval(tick, 1000);
document.addEventListener('visibilitychange', tick);

const handlers = { open: ({ options }) => void open(options), close: () => checkout && void leave(), escape };
window.addEventListener('message', ({ source, origin, data }) => {
  if (source !== window.parent || (shop !== '*' && origin !== shop)) return;
  shop = origin;
  if (Object.hasOwn(handlers, data?.checkout?.command ?? '')) handlers[data.checkout.command](data.checkout);
});
if (window.parent !== window) postToShop('ready');
