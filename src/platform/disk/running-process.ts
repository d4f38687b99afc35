import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { systemCode } from './disk-error.ts'

/**
 * Whether a process of this number runs on this machine, of any user. A zombie (ended, but not
 * reaped by its parent) does not count.
 * @param start from {@link startOf}; a process with another start is another program
 */
export const isRunning = (pid: number, start?: string): boolean => {
  if (!hasNumber(pid)) return false
  const now = readStart(pid)
  if (now === 'ended') return false
  return start === undefined || now === undefined || now === start
}

/** Distinguishes processes that reuse a number; empty where the platform cannot. */
export const startOf = (pid: number): string => {
  const start = readStart(pid)
  return start === undefined || start === 'ended' ? '' : start
}

const hasNumber = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user answers EPERM: it runs.
    return systemCode(error) !== 'ESRCH'
  }
}

/** `ended` for a zombie; undefined where the system does not say. */
const readStart = (pid: number): string | undefined => {
  try {
    if (process.platform === 'linux') return linuxStart(pid)
    if (process.platform === 'darwin') return macStart(pid)
  } catch {
    // It ended just now, or is hidden from this user.
  }
  return undefined
}

/**
 * State and start of a process (proc_pid_stat(5), fields 3 and 22), behind its name in parentheses,
 * which may hold anything. The start counts from the boot, so it is one with the boot's id.
 */
const linuxStart = (pid: number): string => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return 'ended'
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return `${boot}-${fields[19]}`
}

const macStart = (pid: number): string => {
  const [state = '', ...start] = execFileSync('/bin/ps', ['-o', 'state=,lstart=', '-p', `${pid}`], {
    encoding: 'utf8',
    env: { LC_ALL: 'C' },
  })
    .trim()
    .split(/\s+/u)
  return state.startsWith('Z') ? 'ended' : start.join('-')
}
