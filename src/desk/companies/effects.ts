import type { CompaniesResponse, CompanyResponse } from '../../../contract/desk/money/companies.ts';
import { deskPaths } from '../../../contract/desk/paths.ts';
import { parsePaise, withPaise } from '../../../domain/money/amounts.ts';
import { camelCased, snakeCased } from '../../../domain/text/camelCased.ts';
import type { FormEntry } from '../../../machines/engine/form/form.ts';
import type { DeskEffects } from '../../../machines/effects.ts';
import type { Send } from '../../app/effects/http.ts';

export function createCompanyEffects(authenticatedRequest: Send): DeskEffects['companies'] {
  const post = (url: string) => async (entry: FormEntry) => {
    await authenticatedRequest({ method: 'post', url, data: snakeCased(entry) });
  };
  return {
    async companies(signal) {
      const call = { url: deskPaths.companies, signal };
      const { data } = await authenticatedRequest<CompaniesResponse>(call);
      return data.map((company) => ({
        ...camelCased(company),
        open: parsePaise(company.open),
        limit: parsePaise(company.limit),
      }));
    },
    async company(id, signal) {
      const call = { url: deskPaths.company, params: { id }, signal };
      const { charges, transfers, papers, to_invoice, ...company } = (
        await authenticatedRequest<CompanyResponse>(call)
      ).data;
      return {
        ...camelCased(company),
        open: parsePaise(company.open),
        limit: parsePaise(company.limit),
        charged: parsePaise(company.charged),
        returned: parsePaise(company.returned),
        transferred: parsePaise(company.transferred),
        charges: charges.map((charge) => ({ ...withPaise(charge), open: parsePaise(charge.open) })),
        transfers: transfers.map(withPaise),
        papers: papers.map(withPaise),
        toInvoice: to_invoice && withPaise(to_invoice),
      };
    },
    save: post(deskPaths.saveCompany),
    addMember: post(deskPaths.addCompanyMember),
    removeMember: post(deskPaths.removeCompanyMember),
    recordTransfer: post(deskPaths.recordTransfer),
    removeTransfer: post(deskPaths.removeTransfer),
    invoice: post(deskPaths.invoiceCompany),
  };
}
