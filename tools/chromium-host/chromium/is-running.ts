/** Whether a process has this number now. Signal 0 reaches nobody; EPERM comes from another user's process. */
export const isRunning = (pid: number): boolean => {
  if (!Number.isInteger(pid)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
