export { CorrectionFields } from './CorrectionFields.tsx';
export { refundRequestOf } from './effects.ts';
export { LinkPanel } from './LinkPanel.tsx';
export { NewBooking } from './NewBooking.tsx';
export { RefundForm, RefundFacts, abovePolicyText, WaitingRefund } from './RefundForm.tsx';
export { ResendEmails } from './ResendEmails.tsx';
export { type FirstBooked, type PaymentMode, SaleForm } from './SaleForm.tsx';
export { TextToCustomer } from './TextToCustomer.tsx';
