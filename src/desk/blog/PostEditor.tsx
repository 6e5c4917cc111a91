import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { DeskPost } from '../../../contract/deskPosts.ts';
import { canonicalJson } from '../../../domain/canonicalJson.ts';
import { addDays, dateAt, instantText } from '../../../domain/calendar.ts';
import { MAX_POST_DAYS_AHEAD } from '../../../domain/post.ts';
import { postPath } from '../../../domain/sitePaths.ts';
import { clockTime, SLOTS_PER_DAY, slotTime } from '../../../domain/slots.ts';
import { type AccountForm, useAccountForm } from '../../account/useAccountForm.ts';
import { useFocusOnChange } from '../../forms/useFocusOnChange.ts';
import { useFlow } from '../../system/flows.ts';
import { useResource } from '../../system/resource.ts';
import { DateInput } from '../DateInput.tsx';
import { DeskLoading } from '../DeskLoading.tsx';
import { EditForm } from '../EditForm.tsx';
import { Panel } from '../Panel.tsx';
import { useEdited } from '../useEdited.ts';
import { useLeaveWhenSaved } from '../useLeaveWhenSaved.ts';
import { useOpenForm } from '../useOpenForm.ts';
import { PostForm } from './PostForm.tsx';
import { PostMark } from './PostMark.tsx';

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

/** A post that is there already: what it says, and whether it is on the site. */
export function PostEditor({ id, now }: Props) {
  const resource = useResource('deskPost', id);
  const { data: post, refresh, isBusy, state } = resource;
  return (
    <Columns data-flow="deskPost" data-state={state} aria-busy={isBusy}>
      <DeskLoading of={resource} />
      {post && <EditedPost post={post} today={dateAt(now())} isLoading={isBusy} refresh={refresh} />}
    </Columns>
  );
}

/** What the form of a post has; the rest changes beside it. */
const fieldsOf = ({ title, author, summary, image, body }: DeskPost): string =>
  canonicalJson({ title, author, summary, image, body });

interface EditedPostProps {
  readonly post: DeskPost;
  readonly today: string;
  readonly isLoading: boolean;
  readonly refresh: () => void;
}

function EditedPost({ post, today, isLoading, refresh }: EditedPostProps) {
  const { of, round, saved, reloaded } = useEdited(post, fieldsOf, isLoading);
  const reload = () => {
    reloaded();
    refresh();
  };
  return (
    <>
      <PostForm post={of} round={round} author={of.author} onSaved={saved} onReload={reload} />
      <OnTheSite post={post} today={today} onReload={refresh} />
    </>
  );
}

function OnTheSite({ post, today, onReload }: { post: DeskPost; today: string; onReload: () => void }) {
  return (
    <Panel title="On the site">
      <div>
        <PostMark state={post.state} />
      </div>
      {post.state === 'draft' && <p className="soft">Only the staff see a draft.</p>}
      {post.state === 'published' && (
        <p>
          Visitors read it at{' '}
          <Link href={postPath(post.id)} target="_blank" rel="noopener">
            its page
          </Link>
          . What is saved is there at once.
        </p>
      )}
      {post.state === 'scheduled' && (
        <p className="soft">Visitors read it from {instantText(post.publish_at ?? '')} on.</p>
      )}
      {post.state !== 'published' && <Publish post={post} today={today} onReload={onReload} />}
      {post.state !== 'draft' && <TakeOff post={post} onReload={onReload} />}
      {post.deletable && <Delete post={post} onReload={onReload} />}
    </Panel>
  );
}

interface StateForm {
  readonly post: DeskPost;
  readonly onReload: () => void;
}

function Publish({ post, today, onReload }: StateForm & { today: string }) {
  const form = useAccountForm(useFlow('publishPost'));
  useOpenForm(form);
  const { helperText = 'Left empty: at once', ...day } = form.bind('day');
  return (
    <EditForm form={form} of={post} onReload={onReload} submits="Publish">
      <div className="pair">
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
          {Array.from({ length: SLOTS_PER_DAY - 1 }, (_, before) => (
            <MenuItem key={before} value={slotTime(before + 1)}>
              {clockTime(before + 1)}
            </MenuItem>
          ))}
        </TextField>
      </div>
    </EditForm>
  );
}

function TakeOff({ post, onReload }: StateForm) {
  const form = useAccountForm(useFlow('unpublishPost'));
  const what = post.state === 'published' ? 'Take it off the site' : 'Do not publish it';
  return <WithReason form={form} what={what} post={post} onReload={onReload} />;
}

function Delete({ post, onReload }: StateForm) {
  const flow = useFlow('deletePost');
  const form = useAccountForm(flow);
  useLeaveWhenSaved(flow, true, '/desk?view=blog');
  return <WithReason form={form} what="Delete the draft" post={post} onReload={onReload} />;
}

/** What takes something away: it is asked for twice. */
function WithReason({ form, what, post, onReload }: StateForm & { form: AccountForm; what: string }) {
  const [isAsked, setAsked] = useState(false);
  useOpenForm(form);
  const place = useFocusOnChange(isAsked);
  return (
    <div ref={place}>
      {isAsked ? (
        <EditForm
          form={form}
          of={post}
          onReload={onReload}
          submits={what}
          color="error"
          leaves={{ text: 'Not now', onClick: () => setAsked(false) }}
        >
          <TextField label="Reason" {...form.bind('reason')} />
        </EditForm>
      ) : (
        <Button variant="outlined" color="error" onClick={() => setAsked(true)}>
          {what}
        </Button>
      )}
    </div>
  );
}
