/** The payment sheet's views and messages, the shop's name and colour, and the focus. */

export const byId = (id) => document.getElementById(id);

const sheet = byId('sheet');
const banner = byId('banner');
const leaveDialog = byId('leave');
const views = [...document.querySelectorAll('.view')];

const money = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** A card number in groups of digits, as printed on the card. */
export const grouped = (digits) => digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

/** Paise formatted for people, '₹590.00'. */
export const amountText = (paise) => money.format(paise / 100);

/** Black or white, whichever is easier to read on a colour (WCAG's relative luminance). */
function legibleOn(colour) {
  const probe = document.createElement('canvas').getContext('2d');
  probe.fillStyle = colour;
  probe.fillRect(0, 0, 1, 1);
  const [red, green, blue] = [...probe.getImageData(0, 0, 1, 1).data].map((channel) => {
    const light = channel / 255;
    return light <= 0.04045 ? light / 12.92 : ((light + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#14181c' : '#ffffff';
}

/** Shows one view and focuses `focusOn`. */
export function showView(name, focusOn) {
  for (const view of views) view.hidden = view.id !== `view-${name}`;
  byId('body').scrollTop = 0;
  focusOn?.focus();
}

/** Shows the sheet of a shop, before the amount is known. */
export function showSheet({ name = '', description = '', theme, prefill }) {
  byId('merchant').textContent = name;
  byId('monogram').textContent = name.trim().charAt(0).toUpperCase();
  byId('description').textContent = description;
  byId('amount').textContent = '\u00a0';
  for (const form of document.forms) form.reset();
  byId('cards').open = false;
  for (const input of document.querySelectorAll('input')) showFieldError(input, '');
  byId('name').value = prefill?.name ?? '';
  const colour = CSS.supports('color', theme?.color ?? '') ? theme.color : null;
  const style = document.documentElement.style;
  if (colour) {
    style.setProperty('--accent', colour);
    style.setProperty('--on-accent', legibleOn(colour));
  } else {
    style.removeProperty('--accent');
    style.removeProperty('--on-accent');
  }
  clearFailure();
  setBusy(false);
  sheet.hidden = false;
  showView('loading');
  sheet.focus();
}

export function hideSheet() {
  leaveDialog.close();
  sheet.hidden = true;
}

/** A button that fills in a test card. */
function cardButton({ number, outcome }) {
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.number = number;
  button.append(grouped(number), Object.assign(document.createElement('span'), { textContent: outcome }));
  return button;
}

/** Shows the amount and the test cards, the successful one first. */
export function showOrder({ amount, test_cards: [succeeding, ...failing] }) {
  byId('amount').textContent = amountText(amount);
  for (const label of document.querySelectorAll('[data-pay]'))
    label.textContent = `Pay ${amountText(amount)}`;
  byId('hint-card').textContent = grouped(succeeding.number);
  byId('fill').dataset.number = succeeding.number;
  byId('test-cards').replaceChildren(
    ...failing.map((card) => {
      const item = document.createElement('li');
      item.append(cardButton(card));
      return item;
    }),
  );
}

export function showFailure(description) {
  banner.textContent = description;
  banner.hidden = false;
  banner.focus();
}

export function clearFailure() {
  banner.hidden = true;
}

/** Shows a field's error; empty text clears it. */
export function showFieldError(input, error) {
  byId(`${input.id}-error`).textContent = error;
  input.setAttribute('aria-invalid', String(error !== ''));
}

/** Disables the form during a request. */
export function setBusy(busy) {
  sheet.classList.toggle('busy', busy);
  sheet.setAttribute('aria-busy', String(busy));
  for (const control of sheet.querySelectorAll('input, button')) {
    control.toggleAttribute(control.matches('input') ? 'readonly' : 'aria-disabled', busy);
  }
}

/** Shows the seconds left to pay as 'Time left 9:58'; null hides them. */
export function showTimeLeft(seconds) {
  const time = byId('time');
  time.hidden = seconds === null;
  if (seconds === null) return;
  time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`;
  time.classList.toggle('short', seconds <= 60);
}

const leaving = {
  unpaid: {
    title: 'Leave without paying?',
    text: 'You have not paid yet. You can stay and finish the payment.',
    stay: 'Continue payment',
  },
  inApp: {
    title: 'Leave while your UPI request waits?',
    text: 'The request stays in your UPI app. If you approve it there, the payment goes through, even after you have left this page. Decline it there to stop it.',
    stay: 'Keep waiting',
  },
};

/** Asks whether to leave. The text is different when a request waits in the payer's UPI app. */
export function askToLeave({ inApp }) {
  const { title, text, stay } = inApp ? leaving.inApp : leaving.unpaid;
  byId('leave-title').textContent = title;
  byId('leave-text').textContent = text;
  byId('stay').firstElementChild.textContent = stay;
  if (!leaveDialog.open) leaveDialog.showModal();
}
byId('stay').addEventListener('click', () => leaveDialog.close());

/** Keeps the focus inside the sheet, which is a dialog of the page around it. */
export function keepTabInside(event) {
  const scope = leaveDialog.open ? leaveDialog : sheet;
  const stops = [...scope.querySelectorAll('button, input, summary')].filter(
    (stop) => stop.tabIndex >= 0 && stop.checkVisibility(),
  );
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement !== edge && document.activeElement !== document.body) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}
