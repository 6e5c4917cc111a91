export { CancelPayment } from './CancelPayment.tsx';
export { checkoutOrder } from './effects.ts';
export { BookingReminder } from './reminder/BookingReminder.tsx';
