import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useRef } from 'react';
import { useSelector } from '../../app/system/useSelector.ts';
import type { DeskPost } from '../../../machines/desk/postFlows.ts';
import { PLACEHOLDER_PICTURE } from '../../../domain/rooms/pictures.ts';
import { MAX_POST_LENGTH } from '../../../domain/content/post.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { PostText } from '../../ui/markdown/PostText.tsx';
import { ArrowLeftIcon } from '../../ui/icons/pages.tsx';
import { Picture } from '../../ui/pictures/Picture.tsx';
import { useDeskFlow } from '../useDeskFlow.ts';
import { EditForm } from '../ui/EditForm.tsx';
import { MarkdownField } from '../ui/MarkdownField.tsx';
import { PictureUpload, usePictures } from '../pictures/exports.ts';
import { FieldGroup, GroupError, Legend, Note } from '../ui/contentParts.ts';
import { useEmitted } from '../../app/system/useEmitted.ts';

const Sheet = styled(Card)(({ theme }) => ({
  minWidth: 0,
  maxWidth: '56rem',
  padding: theme.spacing(2.5),
  '& textarea': { lineHeight: 1.55 },
}));

const Cover = styled(Picture)({ maxWidth: '24rem', aspectRatio: '16 / 9', borderRadius: 12 });

interface Props {
  /** Null for a new post. */
  readonly post: DeskPost | null;
  /** The initial value of the author field. */
  readonly author: string;
}

/** In Markdown. The preview uses the component that renders posts on the site. */
export function PostForm({ post: loaded, author }: Props) {
  const form = useForm(useDeskFlow('savePost'), { record: loaded });
  const { record: post, fillCount, errors, bind } = form;
  const textArea = useRef<HTMLTextAreaElement>(null);
  const cover = useDeskFlow('postPicture');
  const textPictures = useDeskFlow('textPictures');
  const image = post?.image ?? PLACEHOLDER_PICTURE;
  const { paths, isLoaded } = usePictures(cover, image === PLACEHOLDER_PICTURE ? [] : [image], fillCount);
  usePictures(textPictures, []);
  const isUploadingCover = useSelector(cover, (snapshot) => snapshot.hasTag('busy'));
  const isUploadingPicture = useSelector(textPictures, (snapshot) => snapshot.hasTag('busy'));
  const isUploading = isUploadingCover || isUploadingPicture;
  // An uploaded picture is inserted at the cursor, with its description selected so that typing replaces it.
  useEmitted(textPictures, 'pictureAdded', ({ path }) => {
    const area = textArea.current;
    if (!area) return;
    const at = area.selectionEnd;
    const description = 'What the picture shows';
    area.setRangeText(`\n\n![${description}](${path})\n\n`, at, at, 'end');
    area.focus();
    area.setSelectionRange(at + '\n\n!['.length, at + '\n\n!['.length + description.length);
  });
  return (
    <div>
      <Button href="/desk?view=blog" variant="text" startIcon={<ArrowLeftIcon />}>
        All posts
      </Button>
      <Sheet>
        <EditForm
          form={form}
          record={post}
          onReload={form.reload}
          canOverwrite
          hiddenFields={isLoaded ? { image: paths[0] ?? '' } : {}}
          isWaiting={isUploading}
          sx={{ gap: 2.5 }}
          submitLabel={post ? 'Save the post' : 'Save the draft'}
        >
          <TextField label="Title" required defaultValue={post?.title ?? ''} {...bind('title')} />
          <TextField
            label="Summary"
            required
            multiline
            defaultValue={post?.summary ?? ''}
            {...bind('summary')}
          />
          <TextField label="Author" required defaultValue={post?.author ?? author} {...bind('author')} />
          <FieldGroup sx={{ display: 'grid', gap: 1.5 }}>
            <Legend>Picture above the post</Legend>
            {paths[0] === undefined ? (
              <Note>Without a picture, the post has a placeholder.</Note>
            ) : (
              <Cover path={paths[0]} alt="The picture above the post" sizes="384px" widths={[400, 800]} />
            )}
            <PictureUpload
              flow={cover}
              buttonLabel={paths[0] === undefined ? 'Add a picture' : 'Replace the picture'}
            />
            {errors['image'] !== undefined && <GroupError>{errors['image']}</GroupError>}
          </FieldGroup>
          <FieldGroup sx={{ display: 'grid', gap: 1.5 }}>
            <Legend>Text</Legend>
            <MarkdownField
              form={form}
              name="body"
              initial={post?.body ?? ''}
              maxLength={MAX_POST_LENGTH}
              textArea={textArea}
              render={(text) => <PostText text={text} />}
            >
              <PictureUpload flow={textPictures} buttonLabel="Insert a picture into the text" />
            </MarkdownField>
          </FieldGroup>
        </EditForm>
      </Sheet>
    </div>
  );
}
