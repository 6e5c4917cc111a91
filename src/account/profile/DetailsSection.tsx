import Button from '@mui/material/Button';
import type { MemberDetails } from '../../../machines/account/member.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import { lazyFlows } from '../../../machines/registry.ts';
import { useFlow } from '../../app/system/flows.ts';
import { Details } from './Details.tsx';
import { EditDetails } from './EditDetails.tsx';
import { DetailsSkeleton } from './ProfileSkeleton.tsx';
import { useFocusOnChange } from '../../ui/fields/useFocusOnChange.ts';
import { usePhoneFormatter } from './usePhoneFormatter.ts';

export function DetailsSection({ member }: { member: MemberDetails }) {
  const formatPhone = usePhoneFormatter();
  const form = useForm(useFlow('details', lazyFlows.accountFlows));
  const isOpen = form.state === 'editing' || form.state === 'sending';
  const container = useFocusOnChange(isOpen);
  if (formatPhone === null) return <DetailsSkeleton />;
  const phone = formatPhone(member.phone);
  return (
    <div ref={container}>
      {isOpen ? (
        <EditDetails member={member} phone={phone} form={form} />
      ) : (
        <Details
          member={member}
          phone={phone}
          action={
            <Button variant="outlined" size="small" onClick={() => form.open()}>
              Edit<VisuallyHidden> your details</VisuallyHidden>
            </Button>
          }
        />
      )}
    </div>
  );
}
