import type { CountryCode } from 'libphonenumber-js/min';
import { paths } from '../../../contract/paths.ts';
import type { RegisterResponse } from '../../../contract/account/registration.ts';
import type { LoginResponse } from '../../../contract/account/session.ts';
import type { Effects } from '../../../machines/effects.ts';
import { Failure } from '../../../machines/engine/failure.ts';
import type { LiveSession } from '../../../machines/account/session/events.ts';
import type { Send } from '../../app/effects/http.ts';

/** The validation rules are loaded on first use. */
export function createRegistration(
  send: Send,
  startSession: (response: LoginResponse) => LiveSession,
): Effects['registration'] {
  return {
    async checkPhone(phone, country) {
      const { internationalPhone } = await import('../../../domain/account/phone.ts').catch(() => {
        throw new Failure('FETCH_ERROR');
      });
      return internationalPhone(phone, country as CountryCode);
    },

    async register(registration, password) {
      const form = new FormData();
      const fields = {
        first_name: registration.firstName.trim(),
        email: registration.email.trim(),
        phone: registration.phone,
        last_name: registration.lastName.trim(),
        company_name: registration.companyName.trim(),
        website: registration.website.trim(),
        business_type: registration.businessType,
        password,
      };
      // Empty fields are not sent (spec 5).
      for (const [name, value] of Object.entries(fields)) if (value !== '') form.append(name, value);
      const { session } = await send<RegisterResponse>({
        method: 'post',
        url: paths.register,
        data: form,
        validateStatus: (status) => status === 201,
      });
      return session ? startSession(session) : null;
    },
  };
}
