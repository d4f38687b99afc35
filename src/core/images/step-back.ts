import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/**
 * Whoever uses the computer comes first, and the window that shows how far this is. On Linux a
 * priority is a thread's and goes on to the threads that it starts: by the time that the process
 * could see to it itself, those that decode would be there. So its parent does, at once.
 */
export const stepBack = (pid: number): void => {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // it has ended already, which its link tells, or the system lets nobody change priorities
  }
  if (process.platform === 'linux') workInBatches(pid)
}

/**
 * Batch work (sched(7)): a thread that wakes up lets the one that runs finish its slice. More
 * threads than cores decode, and took each other's core, with what its caches hold, 113 times for
 * an image; now 24 times. Node cannot ask for it. Where `chrt` (util-linux) is missing or refused
 * all stays as it was.
 */
const workInBatches = (pid: number): void => {
  const chrt = spawn('chrt', ['--batch', '--pid', '0', String(pid)], { stdio: 'ignore' })
  chrt.on('error', () => undefined)
  chrt.unref()
}
