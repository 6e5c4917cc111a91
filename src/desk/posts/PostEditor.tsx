import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { DeskPost } from '../../../machines/desk/postFlows.ts';
import { addDays, dateAt, instantText } from '../../../domain/time/calendar.ts';
import { MAX_POST_DAYS_AHEAD } from '../../../domain/content/post.ts';
import { postPath } from '../../../domain/content/sitePaths.ts';
import { clockTime, SLOTS_PER_DAY, slotTime } from '../../../domain/time/slots.ts';
import { type BoundForm, useForm } from '../../ui/form/useForm.ts';
import { useDeskFlow } from '../useDeskFlow.ts';
import { useResource } from '../../app/system/resource.ts';
import { DateInput } from '../ui/DateInput.tsx';
import { DeskLoading } from '../DeskLoading.tsx';
import { EditForm } from '../ui/EditForm.tsx';
import { OpenableForm } from '../ui/OpenableForm.tsx';
import { Panel } from '../ui/Panel.tsx';
import { StaleEdit, withoutStaleFailure } from '../ui/StaleEdit.tsx';
import { PostForm } from './PostForm.tsx';
import { PostStatusChip } from './PostStatusChip.tsx';
import { FieldPair, Note } from '../ui/contentParts.ts';

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(3),
  alignItems: 'start',
  maxWidth: '76rem',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 20rem' },
}));

interface Props {
  readonly id: string;
  /** The server's clock, milliseconds since 1970. */
  readonly now: () => number;
}

export function PostEditor({ id, now }: Props) {
  const resource = useResource(useDeskFlow('deskPost'), id);
  const { data: post, refresh, isBusy, state } = resource;
  return (
    <Columns data-flow="deskPost" data-state={state} aria-busy={isBusy}>
      <DeskLoading resource={resource} />
      {post && (
        <>
          <PostForm post={post} author={post.author} />
          <SiteVisibility post={post} today={dateAt(now())} onReload={refresh} />
        </>
      )}
    </Columns>
  );
}

function SiteVisibility({ post, today, onReload }: { post: DeskPost; today: string; onReload: () => void }) {
  return (
    <Panel title="On the site">
      <div>
        <PostStatusChip state={post.state} />
      </div>
      {post.state === 'draft' && <Note>Only staff can see a draft.</Note>}
      {post.state === 'published' && (
        <Typography>
          Visitors read it on{' '}
          <Link href={postPath(post.id)} target="_blank" rel="noopener">
            its page
          </Link>
          . Saved changes appear immediately.
        </Typography>
      )}
      {post.state === 'scheduled' && (
        <Note>{`It will be published on ${instantText(post.publishAt ?? '')}.`}</Note>
      )}
      {post.state !== 'published' && <PublishForm post={post} today={today} onReload={onReload} />}
      {post.state !== 'draft' && <UnpublishForm post={post} onReload={onReload} />}
      {post.deletable && <DeleteForm post={post} onReload={onReload} />}
    </Panel>
  );
}

interface PostActionProps {
  readonly post: DeskPost;
  readonly onReload: () => void;
}

function PublishForm({ post, today, onReload }: PostActionProps & { today: string }) {
  const form = useForm(useDeskFlow('publishPost'));
  const { helperText = 'Leave empty to publish now', ...day } = form.bind('day');
  return (
    <EditForm form={form} record={post} onReload={onReload} submitLabel="Publish">
      <FieldPair>
        <DateInput
          label="Day"
          initial=""
          required={false}
          helperText={helperText}
          bounds={{ first: today, last: addDays(today, MAX_POST_DAYS_AHEAD) }}
          {...day}
        />
        <TextField
          select
          label="Time"
          defaultValue=""
          disabled={form.isBusy}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          {...form.bind('time')}
        >
          <MenuItem value="">Start of the day</MenuItem>
          {Array.from({ length: SLOTS_PER_DAY - 1 }, (_, index) => (
            <MenuItem key={index} value={slotTime(index + 1)}>
              {clockTime(index + 1)}
            </MenuItem>
          ))}
        </TextField>
      </FieldPair>
    </EditForm>
  );
}

function UnpublishForm({ post, onReload }: PostActionProps) {
  const form = useForm(useDeskFlow('unpublishPost'));
  const label = post.state === 'published' ? 'Take it off the site' : 'Cancel publishing';
  return <ConfirmWithReason form={form} label={label} post={post} onReload={onReload} />;
}

function DeleteForm({ post, onReload }: PostActionProps) {
  const form = useForm(useDeskFlow('deletePost'));
  return <ConfirmWithReason form={form} label="Delete the draft" post={post} onReload={onReload} />;
}

/** For an action that removes something: the first press asks for a reason, the second one sends the form. */
const ConfirmWithReason = ({
  form,
  label,
  post: { id, version },
  onReload,
}: PostActionProps & { form: BoundForm; label: string }) => (
  <OpenableForm
    form={withoutStaleFailure(form)}
    openLabel={label}
    openButton={{ variant: 'outlined' }}
    hiddenFields={{ id, version }}
    submitLabel={label}
    color="error"
  >
    <StaleEdit failure={form.failure} shownVersion={version} onReload={onReload} />
    <TextField label="Reason" {...form.bind('reason')} />
  </OpenableForm>
);
