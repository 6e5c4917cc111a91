import type { ErrorBody } from '../../../contract/errors.ts';
import { post, type ApiResponse, type SignedIn } from '../../api/client.ts';
import { server } from '../freshPayments.ts';

/* Calls of the desk about companies. */

export type Answer = ApiResponse<{ data: { id: string; booking_id: string } } & ErrorBody>;
export const callAs = (path: string, fields: object, user: SignedIn): Promise<Answer> =>
  post(server, path, { ...fields }, { token: user.access });

/** 'done', or the status and code with the first field. */
export async function outcome(pending: Promise<Answer>): Promise<string> {
  const { status, body } = await pending;
  if (status === 200) return 'done';
  const [field] = Object.entries(body.error.fields ?? {});
  return `${status} ${body.error.code}${field ? `: ${field.join(' ')}` : ''}`;
}

export const companyDetails = {
  version: 0,
  name: 'Palm Tea Traders LLP',
  address: '1 Mint Street, Chennai 600001',
  gstin: '33AAACH7409R1Z8',
  email: 'accounts@palmtea.example.com',
  limit: '20000',
  term_days: 30,
};
