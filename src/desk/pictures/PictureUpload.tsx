import Stack from '@mui/material/Stack';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import { useSelector } from '../../app/system/useSelector.ts';
import { type ChangeEvent, type RefObject, useRef } from 'react';
import { MAX_PICTURE_BYTES, PICTURE_TYPES } from '../../../domain/rooms/pictures.ts';
import { PlusIcon } from '../../ui/icons/pages.tsx';
import { VisuallyHidden } from '../../ui/theme/VisuallyHidden.tsx';
import type { PicturesActor } from './usePictures.ts';

const Progress = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: theme.spacing(0.5, 2),
  width: '100%',
  maxWidth: '30rem',
}));

const FileName = styled('span')({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });

interface Props {
  readonly flow: PicturesActor;
  /** The button opens the file dialog. */
  readonly buttonLabel: string;
  readonly buttonRef?: RefObject<HTMLButtonElement | null>;
}

/** Shows the progress, a button that cancels the upload, and the error of a refused file. */
export function PictureUpload({ flow, buttonLabel, buttonRef }: Props) {
  const fileInput = useRef<HTMLInputElement>(null);
  const [file, ...queued] = useSelector(flow, ({ context }) => context.queue);
  const percent = useSelector(flow, ({ context }) => context.percent);
  const problem = useSelector(flow, ({ context }) => context.problem);
  const announcement = useSelector(flow, ({ context }) => context.announcement);
  const limit = useSelector(flow, ({ context }) => context.limit);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    flow.send({ type: 'pictures.chosen', files: [...(currentTarget.files ?? [])] });
    // Without this, choosing the same file again would fire no change event.
    currentTarget.value = '';
  };
  return (
    <Stack sx={{ gap: 1, alignItems: 'start' }}>
      <input
        ref={fileInput}
        type="file"
        hidden
        aria-label={buttonLabel}
        accept={PICTURE_TYPES.join(',')}
        multiple={limit > 1}
        onChange={choose}
      />
      <Button
        {...(buttonRef && { ref: buttonRef })}
        variant="outlined"
        startIcon={<PlusIcon />}
        onClick={() => fileInput.current?.click()}
      >
        <span>{buttonLabel}</span>
      </Button>
      <Box
        component="span"
        sx={{ color: 'text.secondary', fontSize: 'body2.fontSize' }}
      >{`JPEG, PNG, WebP or AVIF, at least 1200 pixels wide, at most ${MAX_PICTURE_BYTES / 1024 / 1024} MB`}</Box>
      {file && (
        <Progress>
          <FileName>
            <span>{percent < 100 ? `${file.name}: ${percent}%` : `${file.name}: processing`}</span>
            {queued.length > 0 && <span>{`, ${queued.length} more`}</span>}
          </FileName>
          <Button size="small" variant="text" onClick={() => flow.send({ type: 'pictures.uploadCancelled' })}>
            Stop
          </Button>
          <LinearProgress
            sx={{ width: '100%' }}
            aria-label={`Uploading ${file.name}`}
            {...(percent < 100 ? { variant: 'determinate', value: percent } : {})}
          />
        </Progress>
      )}
      <div role="status">
        {problem !== null && (
          <Alert
            severity="error"
            role="none"
            slotProps={{ message: { sx: { whiteSpace: 'pre-line', overflowWrap: 'anywhere', minWidth: 0 } } }}
          >
            {problem}
          </Alert>
        )}
        <VisuallyHidden>{file ? `Uploading ${file.name}` : announcement}</VisuallyHidden>
      </div>
    </Stack>
  );
}
