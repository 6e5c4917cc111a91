import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { useRef } from 'react';
import type { DeskBusiness } from '../../../machines/desk/businessFlows.ts';
import { longDate } from '../../../domain/time/calendar.ts';
import {
  builtPolicyTexts,
  MAX_POLICY_TEXT_LENGTH,
  policyPages,
  type PolicyName,
} from '../../../domain/content/policyTexts.ts';
import { policyTextRecord } from '../../../machines/desk/businessFlows.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { PolicyText, policyTextStyles } from '../../ui/markdown/PolicyText.tsx';
import { useDeskFlow } from '../useDeskFlow.ts';
import { EditForm } from '../ui/EditForm.tsx';
import { MarkdownField } from '../ui/MarkdownField.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Note } from '../ui/contentParts.ts';

const Policy = styled('div')(({ theme }) => ({
  ...policyTextStyles(theme),
  '& > div > :first-child': { marginBlockStart: 0 },
}));

interface Props {
  readonly name: PolicyName;
  readonly business: DeskBusiness;
}

/** What the page adds to each text. */
const additions: Readonly<Record<PolicyName, string>> = {
  terms: 'The page begins with the name, the address and the GSTIN of the business.',
  privacy: 'The page ends with the name and the address of the business.',
  cancellation: 'The page begins with the refund rules that are in force.',
};

/** In Markdown. The preview uses the component that renders the text on its page. */
export function PolicyTextForm({ name, business }: Props) {
  const loaded = policyTextRecord(business, name);
  const form = useForm(useDeskFlow('savePolicyText'), { record: loaded });
  const record = form.record ?? loaded;
  const textArea = useRef<HTMLTextAreaElement>(null);
  const { title, path } = policyPages[name];
  return (
    <Panel title={title}>
      <Note>
        {loaded.changedOn === null
          ? `Nobody has changed this text yet: the site shows that of the demo until you save yours. ${additions[name]}`
          : `Last changed on ${longDate(loaded.changedOn)}. ${additions[name]}`}
      </Note>
      <div>
        <Link href={path} target="_blank" rel="noopener">
          Open the page
        </Link>
      </div>
      <EditForm
        form={form}
        record={record}
        onReload={form.reload}
        canOverwrite
        hiddenFields={{ name }}
        submitLabel="Save the text"
      >
        <MarkdownField
          form={form}
          name="text"
          initial={record.text ?? builtPolicyTexts[name]}
          maxLength={MAX_POLICY_TEXT_LENGTH}
          textArea={textArea}
          render={(text) => (
            <Policy>
              <PolicyText text={text} />
            </Policy>
          )}
        />
      </EditForm>
    </Panel>
  );
}
