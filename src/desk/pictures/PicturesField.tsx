import Stack from '@mui/material/Stack';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useSelector } from '../../app/system/useSelector.ts';
import { useLayoutEffect, useRef } from 'react';
import type { Room } from '../../../domain/rooms/room.ts';
import { MAX_ALT_LENGTH } from '../../../domain/rooms/pictures.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { FieldGroup, GroupError, Legend, Note } from '../ui/contentParts.ts';
import { PictureUpload } from './PictureUpload.tsx';
import { usePictures } from './usePictures.ts';

const List = styled('ol')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 15rem), 1fr))',
  gap: theme.spacing(2),
  margin: theme.spacing(0, 0, 2),
  padding: 0,
  listStyle: 'none',
}));

const Photo = styled(Picture)({ aspectRatio: '3 / 2', borderRadius: 12 });

/** The last button is at the end of the line. */
const PictureButtons = styled(Stack)(({ theme }) => ({
  flexDirection: 'row',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(0.5),
}));

const lastButton = { marginInlineStart: 'auto' } as const;

interface Props {
  readonly initial: Room['images'];
  readonly error: string | undefined;
}

/** Lists and the top of the room's page show the first picture. */
export function PicturesField({ initial, error }: Props) {
  const flow = useDeskFlow('roomPictures');
  const { paths, isLoaded } = usePictures(
    flow,
    initial.map(({ image }) => image),
  );
  const removing = useSelector(flow, ({ context }) => context.removingPath);
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const focusAfterRender = useRef<string | null>(null);
  // Moving or removing a picture moves or removes the pressed button in the DOM, which drops the focus.
  useLayoutEffect(() => {
    const selector = focusAfterRender.current;
    focusAfterRender.current = null;
    if (selector === null) return;
    (list.current?.querySelector<HTMLElement>(selector) ?? addButton.current)?.focus();
  });
  const move = (path: string, by: -1 | 1) => {
    focusAfterRender.current = `[data-of="${path}"] [data-by="${by}"]`;
    flow.send({ type: 'pictures.moved', path, by });
  };

  return (
    <FieldGroup data-flow="roomPictures">
      <Legend>Pictures</Legend>
      {isLoaded && <input type="hidden" name="images" value={paths.join(' ')} />}
      <Note sx={{ marginBlockEnd: 1.5 }}>
        {paths.length === 0
          ? 'This room has no pictures yet. The site shows a placeholder.'
          : 'Lists show the first picture. Descriptions are for people who cannot see the pictures.'}
      </Note>
      <List ref={list}>
        {paths.map((path, nth) => (
          <Stack component="li" sx={{ gap: 1, minWidth: 0 }} key={path} data-of={path}>
            <Photo path={path} alt={`Picture ${nth + 1}`} sizes="240px" widths={[400]} />
            <TextField
              label={`Description of picture ${nth + 1}`}
              size="small"
              name={`alt ${path}`}
              defaultValue={initial.find(({ image }) => image === path)?.alt ?? ''}
              slotProps={{ htmlInput: { maxLength: MAX_ALT_LENGTH } }}
            />
            {removing === path ? (
              <Alert
                severity="warning"
                icon={false}
                sx={{ padding: '8px 12px' }}
                slotProps={{ message: { sx: { width: '100%', padding: 0 } } }}
              >
                <span>{`Remove picture ${nth + 1}?`}</span>
                <PictureButtons>
                  <Button
                    size="small"
                    color="error"
                    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the question appears after a press on "Remove"
                    autoFocus
                    onClick={() => {
                      focusAfterRender.current = 'none';
                      flow.send({ type: 'pictures.removeConfirmed' });
                    }}
                  >
                    Remove it
                  </Button>
                  <Button
                    size="small"
                    variant="text"
                    sx={lastButton}
                    onClick={() => {
                      focusAfterRender.current = `[data-of="${path}"] [data-remove]`;
                      flow.send({ type: 'pictures.removeDismissed' });
                    }}
                  >
                    Keep it
                  </Button>
                </PictureButtons>
              </Alert>
            ) : (
              <PictureButtons>
                <Button
                  size="small"
                  variant="text"
                  data-by={-1}
                  aria-label={`Move picture ${nth + 1} forward`}
                  aria-disabled={nth === 0}
                  onClick={() => move(path, -1)}
                >
                  Earlier
                </Button>
                <Button
                  size="small"
                  variant="text"
                  data-by={1}
                  aria-label={`Move picture ${nth + 1} back`}
                  aria-disabled={nth === paths.length - 1}
                  onClick={() => move(path, 1)}
                >
                  Later
                </Button>
                <Button
                  size="small"
                  variant="text"
                  color="error"
                  sx={lastButton}
                  data-remove=""
                  aria-label={`Remove picture ${nth + 1}`}
                  onClick={() => flow.send({ type: 'pictures.removePressed', path })}
                >
                  Remove
                </Button>
              </PictureButtons>
            )}
          </Stack>
        ))}
      </List>
      <PictureUpload flow={flow} buttonRef={addButton} buttonLabel="Add pictures" />
      {error !== undefined && <GroupError>{error}</GroupError>}
    </FieldGroup>
  );
}
