import { nextTask } from './nextTask.ts';

/* The modules that src/hydrate.tsx imports after this one are evaluated in another task (decision 104). */
await nextTask();
