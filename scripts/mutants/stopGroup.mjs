// @ts-check
/** Kills a detached child process and all of its descendants. @param {import('node:child_process').ChildProcess} child */
export function stopGroup({ pid }) {
  try {
    process.kill(-Number(pid), 'SIGKILL');
  } catch {
    // The process has already exited.
  }
}
