import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { Connection, SiteConnection } from './connection.ts';
import type { inspectorMachine } from './inspectorMachine.ts';

const connectionNames: Readonly<Record<Connection, string>> = {
  alone: 'Not opened by the site',
  calling: 'Waiting for the site…',
  connected: 'Connected',
  closed: 'The site was closed',
};

const dateAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

interface Props {
  readonly flow: ActorRefFrom<typeof inspectorMachine>;
  readonly site: SiteConnection;
  readonly connection: Connection;
  readonly follows: boolean;
  readonly onFollow: (follows: boolean) => void;
  /** Undefined when there is nothing to save. */
  readonly onSave: (() => void) | undefined;
}

/** The bar of the page: its source (the site, or a recording from a file), and the buttons to open and save recordings. */
export function Bar({ flow, site, connection, follows, onFollow, onSave }: Props) {
  const file = useSelector(flow, ({ context }) => context.file);
  const problem = useSelector(flow, ({ context }) => context.problem);
  return (
    <header className="bar">
      <h1>Flows</h1>
      {file === null ? (
        <p className="connection" role="status" data-connection={connection}>
          <span className="dot" aria-hidden="true" />
          {connectionNames[connection]}
        </p>
      ) : (
        <p className="connection" role="status">
          {file.name}, recorded {dateAndTime.format(new Date(file.saved.recordedAt))}
        </p>
      )}
      {problem !== null && (
        <p className="problem" role="alert">
          The file cannot be opened. {problem}
        </p>
      )}
      <span className="space" />
      <label className="check">
        <input type="checkbox" checked={follows} onChange={({ target }) => onFollow(target.checked)} />
        Follow the visitor
      </label>
      <label className="button">
        Open a recording
        <input
          type="file"
          accept="application/json,.json"
          className="hidden"
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            if (chosen) flow.send({ type: 'file.chosen', file: chosen });
            // Without this, choosing the same file again would fire no change event.
            target.value = '';
          }}
        />
      </label>
      {file === null ? (
        <button type="button" disabled={!onSave} onClick={onSave}>
          Save the recording
        </button>
      ) : (
        <button type="button" onClick={() => flow.send({ type: 'file.closed' })}>
          Close the recording
        </button>
      )}
      {connection === 'connected' && (
        <button type="button" onClick={site.showSite}>
          Show the site
        </button>
      )}
    </header>
  );
}
