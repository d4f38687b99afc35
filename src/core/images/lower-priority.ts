import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/**
 * Whoever uses the computer comes first, and the window that shows how far this is. On Linux a
 * priority is a thread's and goes on to the threads that it starts: by the time that the process
 * could see to it itself, those that decode would be there. So its parent does.
 */
export const lowerPriority = (pid: number): void => {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // it has ended already, which its link tells, or the system lets nobody change priorities
  }
  if (process.platform === 'linux') useBatchScheduling(pid)
}

/**
 * Batch work (sched(7)): a thread that wakes up lets the one that runs finish its slice. More
 * threads than cores decode, and would take each other's core with what its caches hold
 * (docs/benchmarks.md). Node cannot ask for it. Where `chrt` (util-linux) is missing, refused or
 * late, only time is lost.
 */
const useBatchScheduling = (pid: number): void => {
  try {
    const chrt = spawn('chrt', ['--batch', '--all-tasks', '--pid', '0', String(pid)], {
      stdio: 'ignore',
      env: { PATH: process.env['PATH'] },
    })
    chrt.on('error', () => undefined)
    chrt.unref()
  } catch {
    // the system starts no more processes
  }
}
