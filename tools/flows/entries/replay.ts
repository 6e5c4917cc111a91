export * from '../recording.ts';
export * from '../replay.ts';
