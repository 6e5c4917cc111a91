import Button from '@mui/material/Button';
import type { MemberDetails } from '../../contract/member.ts';
import { useAccountForm } from '../account/useAccountForm.ts';
import { VisuallyHidden } from '../theme/VisuallyHidden.tsx';
import { useFlow } from '../system/flows.ts';
import { Details } from './Details.tsx';
import { EditDetails } from './EditDetails.tsx';
import { DetailsSkeleton } from './ProfileSkeleton.tsx';
import { useFocusOnChange } from '../forms/useFocusOnChange.ts';
import { useReadablePhone } from './useReadablePhone.ts';

/** The user and the company, and the form that edits them. */
export function DetailsSection({ of: member }: { of: MemberDetails }) {
  const readable = useReadablePhone();
  const form = useAccountForm(useFlow('details'));
  const isOpen = form.state === 'editing' || form.state === 'sending';
  const place = useFocusOnChange(isOpen);
  if (readable === null) return <DetailsSkeleton />;
  const phone = readable(member.phone);
  return (
    <div ref={place}>
      {isOpen ? (
        <EditDetails of={member} phone={phone} form={form} />
      ) : (
        <Details
          of={member}
          phone={phone}
          action={
            <Button variant="outlined" size="small" onClick={form.open}>
              Edit<VisuallyHidden> your details</VisuallyHidden>
            </Button>
          }
        />
      )}
    </div>
  );
}
