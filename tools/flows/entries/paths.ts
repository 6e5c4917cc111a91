export * from '../longPaths.ts';
export * from '../pathReport.ts';
export * from '../paths.ts';
export * from '../structuralPaths.ts';
export { transitionId } from '../transitions.ts';
export { describeEvent, describePath, describeValue, statePath, type Wording } from '../words.ts';
