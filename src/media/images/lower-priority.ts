import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/**
 * The user's other programs and the window have priority. On Linux a priority belongs to a thread,
 * and new threads inherit it. The process itself could only set it after the decoding threads
 * exist, so its parent does.
 */
export const lowerPriority = (pid: number): void => {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // it has ended, which its link reports, or the system does not allow changing priorities
  }
}

/**
 * Batch scheduling (sched(7)): a thread that wakes up does not interrupt the running one. There are
 * more decoding threads than cores, and they would evict each other's caches (docs/benchmarks.md).
 * Node has no call for it. Without `chrt` (util-linux) it only takes longer. `chrt` misses a thread
 * that starts while it goes through them: a second call, once the process is ready, reaches that one.
 */
export const useBatchScheduling = (pid: number): void => {
  if (process.platform !== 'linux') return
  try {
    const chrt = spawn('chrt', ['--batch', '--all-tasks', '--pid', '0', String(pid)], {
      stdio: 'ignore',
      env: { PATH: process.env['PATH'] },
    })
    chrt.on('error', () => undefined)
    chrt.unref()
  } catch {
    // the system cannot start more processes
  }
}
