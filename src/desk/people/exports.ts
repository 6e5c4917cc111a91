export {
  CustomerField,
  type EnteredCustomer,
  hasNoEmail,
  newCustomerOf,
  noCustomer,
} from './CustomerField.tsx';
export { KnownPhone } from './KnownPhone.tsx';
export { TaxDocumentsTable } from './RecordTables.tsx';
export { UnprovenCustomer } from './UnprovenAddress.tsx';
