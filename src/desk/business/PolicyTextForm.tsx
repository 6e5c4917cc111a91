import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { useRef } from 'react';
import type { DeskBusiness } from '../../../contract/business.ts';
import { longDate } from '../../../domain/time/calendar.ts';
import {
  builtPolicyTexts,
  MAX_POLICY_TEXT_LENGTH,
  policyPages,
  type PolicyName,
} from '../../../domain/content/policyTexts.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { PolicyText } from '../../content/PolicyText.tsx';
import { policyTextStyles } from '../../content/policyTextStyles.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { EditForm } from '../ui/EditForm.tsx';
import { MarkdownField } from '../ui/MarkdownField.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useAlwaysOpenForm } from '../ui/useAlwaysOpenForm.ts';
import { useEditedRecord } from '../ui/useEditedRecord.ts';
import { Note } from '../ui/contentParts.ts';

const Policy = styled('div')(({ theme }) => ({
  ...policyTextStyles(theme),
  '& > div > :first-child': { marginBlockStart: 0 },
}));

type SavedText = DeskBusiness['texts'][PolicyName];

interface Props {
  readonly name: PolicyName;
  readonly text: SavedText;
  readonly isLoading: boolean;
  readonly onReload: () => void;
}

/** What the page adds to each text. */
const additions: Readonly<Record<PolicyName, string>> = {
  terms: 'The page begins with the name, the address and the GSTIN of the business.',
  privacy: 'The page ends with the name and the address of the business.',
  cancellation: 'The page begins with the refund rules that are in force.',
};

/** A text of the site in Markdown. The preview uses the component that renders it on its page. */
export function PolicyTextForm({ name, text: loaded, isLoading, onReload }: Props) {
  const form = useForm(useDeskFlow('savePolicyText'));
  const { record, formKey, expectSaved, expectReloaded } = useEditedRecord(
    loaded,
    (saved) => saved.text ?? '',
    isLoading,
  );
  const textArea = useRef<HTMLTextAreaElement>(null);
  useAlwaysOpenForm(form, expectSaved);
  const reload = () => {
    expectReloaded();
    onReload();
  };
  const { title, path } = policyPages[name];
  return (
    <Panel title={title}>
      <Note>
        {loaded.changed_on === null
          ? `Nobody has changed this text yet: the site shows that of the demo until you save yours. ${additions[name]}`
          : `Last changed on ${longDate(loaded.changed_on)}. ${additions[name]}`}
      </Note>
      <div>
        <Link href={path} target="_blank" rel="noopener">
          Open the page
        </Link>
      </div>
      <EditForm
        form={form}
        record={{ id: name, version: record.version }}
        onReload={reload}
        canOverwrite
        formKey={formKey}
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
