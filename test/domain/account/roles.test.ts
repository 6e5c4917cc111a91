import { expect, test } from 'vitest';
import { hasRole, roles } from '../../../domain/account/roles.ts';

test('a role has its own permissions and those of the roles that it includes; a bookkeeper is no staff', () => {
  expect(roles.map((role) => roles.filter((required) => hasRole(role, required)))).toEqual([
    ['customer'],
    ['customer', 'bookkeeper'],
    ['customer', 'staff'],
    ['customer', 'bookkeeper', 'staff', 'manager'],
    ['customer', 'bookkeeper', 'staff', 'manager', 'owner'],
  ]);
});

test('every role but that of a customer is one of an employee', () => {
  expect(roles.filter((role) => hasRole(role, 'employee'))).toEqual(roles.slice(1));
});
