import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { doneResponse } from '../../contract/account/account.ts';
import {
  addMemberRequest,
  companiesResponse,
  companyQuery,
  companyResponse,
  companySavedResponse,
  invoiceCompanyRequest,
  recordTransferRequest,
  removeMemberRequest,
  removeTransferRequest,
  saveCompanyRequest,
} from '../../contract/desk/money/companies.ts';
import { deskPaths } from '../../contract/desk/paths.ts';
import { staffChange } from '../audit/staffChange.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { responseSchemas } from '../platform/http/responseSchemas.ts';
import { done } from '../platform/process/done.ts';
import {
  addMember,
  invoiceCompany,
  listCompanies,
  loadCompany,
  recordTransfer,
  removeMember,
  removeTransfer,
  saveCompany,
} from './companies.ts';
import onAccountRoute from './onAccountRoute.ts';

/** Companies whose people book on account. */
const companyRoutes: FastifyPluginAsyncZod<PaymentDeps> = async (app, deps) => {
  const { database, now } = deps;
  await app.register(onAccountRoute, deps);
  const forAll = { role: 'employee' } as const;
  const forManagers = { role: 'manager' } as const;
  const forBookkeepers = { role: 'bookkeeper' } as const;

  app.get(
    deskPaths.companies,
    {
      config: forAll,
      schema: {
        operationId: 'companies',
        tags: ['Desk'],
        summary: 'Companies with an account, with what is open and since when',
        response: responseSchemas(200, companiesResponse),
      },
    },
    async () => ({ data: await listCompanies(database) }),
  );

  app.get(
    deskPaths.company,
    {
      config: forAll,
      schema: {
        operationId: 'company',
        tags: ['Desk'],
        summary: 'A company with its people, its open bookings and its transfers',
        querystring: companyQuery,
        response: responseSchemas(200, companyResponse),
        errors: ['not-found'],
      },
    },
    async ({ query, staff }) => ({ data: await loadCompany(database, query.id, { staff, now: now() }) }),
  );

  app.post(
    deskPaths.saveCompany,
    {
      config: forManagers,
      schema: {
        operationId: 'saveCompany',
        tags: ['Desk'],
        summary: 'Makes or changes a company with an account',
        body: saveCompanyRequest,
        response: responseSchemas(200, companySavedResponse),
        errors: ['not-found', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => ({
      data: await staffChange({ database, now, staff, role: 'manager' }, (tx) =>
        saveCompany(tx, body, now()),
      ),
    }),
  );

  app.post(
    deskPaths.addCompanyMember,
    {
      config: forManagers,
      schema: {
        operationId: 'addCompanyMember',
        tags: ['Desk'],
        summary: 'Lets an account book on the account of a company',
        body: addMemberRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'email-unconfirmed'],
      },
    },
    async ({ body, staff }) => {
      await staffChange({ database, now, staff, role: 'manager' }, (tx) => addMember(tx, body, now()));
      return done;
    },
  );

  app.post(
    deskPaths.removeCompanyMember,
    {
      config: forManagers,
      schema: {
        operationId: 'removeCompanyMember',
        tags: ['Desk'],
        summary: 'Ends that an account books on the account of a company',
        body: removeMemberRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found'],
      },
    },
    async ({ body, staff }) => {
      await staffChange({ database, now, staff, role: 'manager' }, (tx) => removeMember(tx, body));
      return done;
    },
  );

  app.post(
    deskPaths.invoiceCompany,
    {
      config: forBookkeepers,
      schema: {
        operationId: 'invoiceCompany',
        tags: ['Desk'],
        summary: 'Issues the invoice of a company for last month',
        body: invoiceCompanyRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'changed-meanwhile'],
      },
    },
    async ({ body, staff }) => {
      await staffChange({ database, now, staff, role: 'bookkeeper' }, (tx) =>
        invoiceCompany(tx, body, now()),
      );
      return done;
    },
  );

  app.post(
    deskPaths.recordTransfer,
    {
      config: forBookkeepers,
      schema: {
        operationId: 'recordTransfer',
        tags: ['Desk'],
        summary: 'Records a bank transfer of a company',
        body: recordTransferRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found', 'reference-used'],
      },
    },
    async ({ body, staff }) => {
      await staffChange({ database, now, staff, role: 'bookkeeper' }, (tx) =>
        recordTransfer(tx, body, { staff, now: now() }),
      );
      return done;
    },
  );

  app.post(
    deskPaths.removeTransfer,
    {
      config: forManagers,
      schema: {
        operationId: 'removeTransfer',
        tags: ['Desk'],
        summary: 'Removes a transfer of a company that was recorded by mistake',
        body: removeTransferRequest,
        response: responseSchemas(200, doneResponse),
        errors: ['not-found'],
      },
    },
    async ({ body, staff }) => {
      await staffChange({ database, now, staff, role: 'manager' }, (tx) => removeTransfer(tx, body));
      return done;
    },
  );
};
export default companyRoutes;
