import { useState } from 'react';
import { eventOf, type PayloadField, payloadFields } from '../record/payload.ts';
import type { Recording, RecordedActor } from '../record/recording.ts';
import type { SiteConnection } from './connection.ts';
import { acceptedEvents, type Chart } from './drawing.ts';

const NEW_FIELDS: PayloadField = { name: '', kind: 'json', text: '{}' };

interface Props {
  readonly actor: RecordedActor;
  readonly chart: Chart;
  readonly recording: Recording;
  readonly onSend: SiteConnection['send'];
}

/** Sends an event manually: one that the state has a transition for, with the fields of its last occurrence. */
export function SendPanel({ actor, chart, recording, onSend }: Props) {
  const accepted = acceptedEvents(chart.machine, actor.snapshot['value']);
  const [picked, setPicked] = useState('');
  const type = accepted.includes(picked) ? picked : (accepted[0] ?? '');
  const isKnown = recording.entries.some(({ event }) => event.type === type);
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  if (accepted.length === 0) return null;

  const keyOf = ({ name }: PayloadField): string => `${type} ${name}`;
  // The fields of an event that has not occurred yet are unknown: its whole payload is one JSON field.
  const fields = (isKnown ? payloadFields(recording.entries, type) : [NEW_FIELDS]).map((field) => ({
    ...field,
    text: edits[keyOf(field)] ?? field.text,
  }));

  const send = () => {
    const result = eventOf(type, fields);
    if ('invalidField' in result) {
      setProblem(
        `${result.invalidField === '' ? 'The payload' : result.invalidField} has a value of the wrong type.`,
      );
      return;
    }
    const payload = result.event[''];
    const event = typeof payload === 'object' && payload !== null ? { ...payload, type } : result.event;
    setProblem(null);
    onSend(actor.sessionId, event);
  };

  return (
    <form
      className="send"
      aria-label="Send an event"
      onSubmit={(submit) => {
        submit.preventDefault();
        send();
      }}
    >
      <label>
        <span>Send</span>
        <select value={type} onChange={({ target }) => setPicked(target.value)}>
          {accepted.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      {fields.map((field) => (
        <Field
          key={keyOf(field)}
          field={field}
          onText={(text) => setEdits({ ...edits, [keyOf(field)]: text })}
        />
      ))}
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit">Send the event</button>
    </form>
  );
}

function Field({ field, onText }: { field: PayloadField; onText: (text: string) => void }) {
  const { name, kind, text } = field;
  const label = name === '' ? 'Payload, JSON' : kind === 'json' ? `${name}, JSON` : name;
  if (kind === 'boolean') {
    return (
      <label className="check">
        <input
          type="checkbox"
          checked={text === 'true'}
          onChange={({ target }) => onText(String(target.checked))}
        />
        {label}
      </label>
    );
  }
  return (
    <label>
      <span>{label}</span>
      {kind === 'json' ? (
        <textarea rows={2} value={text} spellCheck={false} onChange={({ target }) => onText(target.value)} />
      ) : (
        <input
          type="text"
          inputMode={kind === 'number' ? 'numeric' : undefined}
          value={text}
          spellCheck={false}
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </label>
  );
}
