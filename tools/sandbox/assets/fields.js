/** The fields of the payment forms: formatting while typing, and validation. */
import { byId, grouped, showFieldError } from './sheet.js';

const digitsOf = (text) => text.replaceAll(/\D/g, '');

const writeExpiry = (digits) => {
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  return padded.length > 2 ? `${padded.slice(0, 2)} / ${padded.slice(2, 4)}` : padded;
};

const formatters = {
  number: (digits) => grouped(digits.slice(0, 16)),
  expiry: writeExpiry,
  cvv: (digits) => digits.slice(0, 4),
  otp: (digits) => digits.slice(0, 10),
};
for (const [id, write] of Object.entries(formatters)) {
  byId(id).addEventListener('input', ({ target, inputType }) => {
    // Formatting during a deletion, or with the caret inside the text, would move the caret.
    if (inputType?.startsWith('delete') || target.selectionEnd < target.value.length) return;
    target.value = write(digitsOf(target.value));
  });
}

function expiryProblem(text) {
  const [, month, year] = /^(\d\d) ?\/? ?(\d\d)$/.exec(text.trim()) ?? [];
  if (month === undefined || month < 1 || month > 12) return 'Enter the month and year, MM / YY';
  // A card is valid to the end of its month.
  return new Date(2000 + Number(year), Number(month), 1) > new Date() ? '' : 'This card has expired';
}

/** The validation of each field: the error, or '' for none; `order` has the test cards and UPI ids. */
const validators = {
  number: (text, { test_cards: cards }) => {
    if (digitsOf(text) === '') return 'Enter the card number';
    // Real card numbers must not leave the browser.
    return cards.some(({ number }) => number === digitsOf(text)) ? '' : 'Use one of the test cards above';
  },
  expiry: expiryProblem,
  cvv: (text) => (/^\d{3,4}$/.test(text) ? '' : 'Enter 3 digits'),
  name: (text) => (text.trim() === '' ? 'Enter the name on the card' : ''),
  vpa: (text, { test_upi_ids: ids }) => {
    if (text.trim() === '') return 'Enter your UPI ID';
    return ids.includes(text.trim().toLowerCase()) ? '' : 'Use one of the test UPI IDs above';
  },
  otp: (text) => (digitsOf(text) === '' ? 'Enter the code' : ''),
};

/** True when a form can be sent; otherwise shows the errors and focuses the first invalid field. */
export function isComplete(form, order) {
  const wrong = [...form.querySelectorAll('input')].filter((input) => {
    const problem = validators[input.id](input.value, order);
    showFieldError(input, problem);
    return problem !== '';
  });
  wrong[0]?.focus();
  return wrong.length === 0;
}

/** Fills a test card into the form; expiry, CVV and name are invented. */
function fillInTestCard(number) {
  byId('cards').open = false;
  byId('number').value = grouped(number);
  byId('expiry').value ||= `12 / ${(new Date().getFullYear() + 2) % 100}`;
  byId('cvv').value ||= '123';
  byId('name').value ||= 'Test Card';
  for (const input of byId('form-card').querySelectorAll('input')) showFieldError(input, '');
  byId('form-card').querySelector('.pay').focus();
}
byId('form-card').addEventListener('click', ({ target }) => {
  const number = target.closest('[data-number]')?.dataset.number;
  if (number) fillInTestCard(number);
});
