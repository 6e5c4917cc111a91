export { UnprovenCustomer } from './UnprovenAddress.tsx';
