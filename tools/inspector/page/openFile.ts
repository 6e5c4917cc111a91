import { readRecording } from '../../flows/recording.ts';
import type { Message } from '../protocol.ts';
import { emptyRecording, record } from '../record/recording.ts';
import type { OpenedFile } from './inspectorMachine.ts';

/**
 * Reads a recording for the inspector to show.
 *
 * @throws InvalidRecording for a file that is not a recording, or has another version
 */
export async function openFile(file: File): Promise<OpenedFile> {
  const saved = readRecording(await file.text());
  // The cast is safe: fields that are not validated are read only by Stately's inspector.
  const messages = saved.messages as readonly Message[];
  return { name: file.name, saved, recording: messages.reduce(record, emptyRecording) };
}

/** Lets the browser save a text as a file. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
