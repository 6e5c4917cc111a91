import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { type MouseEvent, type ReactNode, type RefObject, useState } from 'react';
import type { BoundForm } from '../../ui/form/useForm.ts';

const Preview = styled('div')(({ theme }) => ({
  padding: theme.spacing(3),
  borderRadius: 16,
  border: `1px solid ${theme.vars.palette.line}`,
  [theme.breakpoints.down('sm')]: { padding: theme.spacing(2) },
}));

const Hint = styled('p')(({ theme }) => ({ margin: 0, color: theme.vars.palette.text.secondary }));

interface Props {
  readonly form: BoundForm;
  readonly name: string;
  readonly initial: string;
  readonly maxLength: number;
  readonly textArea: RefObject<HTMLTextAreaElement | null>;
  /** Renders a text as its page does. */
  readonly render: (text: string) => ReactNode;
  /** Shown below the field while the text is written. */
  readonly children?: ReactNode;
}

/** The parent, a form, mounts the field again to fill it in again. */
export function MarkdownField({ form, name, initial, maxLength, textArea, render, children }: Props) {
  const [preview, setPreview] = useState<string | null>(null);
  // Following a link of the preview would leave the page and lose the typed text.
  const ignoreLinks = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
  };
  return (
    <>
      <div>
        <Button
          size="small"
          variant="outlined"
          aria-pressed={preview !== null}
          onClick={() => setPreview(preview === null ? (textArea.current?.value ?? '') : null)}
        >
          <span>{preview === null ? 'Show the preview' : 'Continue writing'}</span>
        </Button>
      </div>
      {preview !== null && (
        <Preview role="region" aria-label="Preview" onClickCapture={ignoreLinks}>
          {render(preview || 'Nothing is written yet.')}
        </Preview>
      )}
      <div hidden={preview !== null}>
        <TextField
          label="Text in Markdown"
          required
          multiline
          fullWidth
          minRows={14}
          defaultValue={initial}
          inputRef={textArea}
          slotProps={{ htmlInput: { maxLength } }}
          {...form.bind(name)}
        />
        <Hint>
          Start a heading with ## and a list item with -. Write **bold** for bold text and
          [words](/meeting-room) for a link. HTML is shown as text.
        </Hint>
      </div>
      {preview === null && children}
    </>
  );
}
