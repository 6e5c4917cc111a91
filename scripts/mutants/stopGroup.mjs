// @ts-check
/** Ends a detached child with all that it has started. @param {import('node:child_process').ChildProcess} child */
export function stopGroup({ pid }) {
  try {
    process.kill(-Number(pid), 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
