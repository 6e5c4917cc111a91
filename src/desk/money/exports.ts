export { LinkPanel, NewPaymentLinkForm } from './LinkPanel.tsx';
export { ResendEmails } from './ResendEmails.tsx';
export { SaleForm } from './SaleForm.tsx';
export { TextToCustomer } from './TextToCustomer.tsx';
