import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { type MouseEvent, useRef, useState } from 'react';
import type { DeskBusiness } from '../../../contract/business.ts';
import { longDate } from '../../../domain/calendar.ts';
import {
  builtPolicyTexts,
  MAX_POLICY_TEXT_LENGTH,
  policyPages,
  type PolicyName,
} from '../../../domain/policyTexts.ts';
import { useAccountForm } from '../../account/useAccountForm.ts';
import { PolicyText } from '../../policies/PolicyText.tsx';
import { policyTextStyles } from '../../policies/policyTextStyles.ts';
import { useFlow } from '../../system/flows.ts';
import { EditForm } from '../EditForm.tsx';
import { Panel } from '../Panel.tsx';
import { useAlwaysOpenForm } from '../useAlwaysOpenForm.ts';
import { useEditedRecord } from '../useEditedRecord.ts';

const Preview = styled('div')(({ theme }) => ({
  padding: theme.spacing(0, 3, 3),
  borderRadius: 16,
  border: `1px solid ${theme.vars.palette.line}`,
  [theme.breakpoints.down('sm')]: { padding: theme.spacing(0, 2, 2) },
  ...policyTextStyles(theme),
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
  const form = useAccountForm(useFlow('savePolicyText'));
  const { record, formKey, expectSaved, expectReloaded } = useEditedRecord(
    loaded,
    (saved) => saved.text ?? '',
    isLoading,
  );
  const [preview, setPreview] = useState<string | null>(null);
  const textArea = useRef<HTMLTextAreaElement>(null);
  useAlwaysOpenForm(form, expectSaved);
  const reload = () => {
    setPreview(null);
    expectReloaded();
    onReload();
  };
  // Following a link of the preview would leave the page and lose the typed text.
  const ignoreLinks = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
  };
  const { title, path } = policyPages[name];
  return (
    <Panel title={title}>
      <p className="soft">
        {loaded.changed_on === null
          ? `Nobody has changed this text yet: the site shows that of the demo until you save yours. ${additions[name]}`
          : `Last changed on ${longDate(loaded.changed_on)}. ${additions[name]}`}
      </p>
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
        <div>
          <Button
            size="small"
            variant="outlined"
            aria-pressed={preview !== null}
            onClick={() => setPreview(preview === null ? (textArea.current?.value ?? '') : null)}
          >
            {preview === null ? 'Show the preview' : 'Continue writing'}
          </Button>
        </div>
        {preview !== null && (
          <Preview role="region" aria-label="Preview" onClickCapture={ignoreLinks}>
            <PolicyText text={preview || 'Nothing is written yet.'} />
          </Preview>
        )}
        <div hidden={preview !== null}>
          <TextField
            label="Text in Markdown"
            required
            multiline
            fullWidth
            minRows={14}
            defaultValue={record.text ?? builtPolicyTexts[name]}
            inputRef={textArea}
            slotProps={{ htmlInput: { maxLength: MAX_POLICY_TEXT_LENGTH } }}
            {...form.bind('text')}
          />
          <p className="soft">
            Start a heading with ## and a list item with -. Write **bold** for bold text and
            [words](/meeting-room) for a link. HTML is shown as text.
          </p>
        </div>
      </EditForm>
    </Panel>
  );
}
