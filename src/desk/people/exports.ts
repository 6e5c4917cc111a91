export { CustomerField, type EnteredCustomer, newCustomerOf, noCustomer } from './CustomerField.tsx';
export { UnprovenCustomer } from './UnprovenAddress.tsx';
