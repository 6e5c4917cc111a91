import { expect, test } from 'vitest';
import { hasRole, roles } from '../../../domain/account/roles.ts';

test('a role has its own permissions and those of the roles below it', () => {
  expect(roles.map((role) => roles.filter((required) => hasRole(role, required)))).toEqual([
    ['customer'],
    ['customer', 'staff'],
    ['customer', 'staff', 'manager'],
    ['customer', 'staff', 'manager', 'owner'],
  ]);
});
