export { CustomerField, type EnteredCustomer, newCustomerOf, noCustomer } from './CustomerField.tsx';
export { TaxDocumentsTable } from './RecordTables.tsx';
export { UnprovenCustomer } from './UnprovenAddress.tsx';
