import { systemCode } from './disk-fault.ts'

/** Whether a process of this number runs on this machine now, whoever started it. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user answers EPERM: it runs.
    return systemCode(error) !== 'ESRCH'
  }
}
