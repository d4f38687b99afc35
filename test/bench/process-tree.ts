import { readdirSync, readFileSync } from 'node:fs'

const megabyte = 1024 * 1024

/** A process with all its descendants, from /proc (Linux). */
const treeOf = (root: number): readonly number[] => {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/u.test(entry)) continue
    const [, parent] = statFields(Number(entry)) ?? []
    if (parent !== undefined) parents.set(Number(entry), Number(parent))
  }
  const isInTree = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at))
      if (at === root) return true
    return false
  }
  return [...parents.keys()].filter(isInTree)
}

/** The fields of `/proc/PID/stat` from the third on (proc_pid_stat(5)); undefined: it has ended. */
const statFields = (pid: number): readonly string[] | undefined => {
  try {
    // the name in parentheses may hold spaces: the fields start after its end
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/** Proportional share: memory that several processes map is counted once. */
const residentBytes = (pid: number): number => {
  try {
    const line = /^Pss:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
    return Number(line?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

/** The sum of some fields of `/proc/PID/stat` that count clock ticks; fields are numbered from 1. */
const tickedSeconds = (pid: number, first: number, last: number): number =>
  (statFields(pid) ?? [])
    .slice(first - 3, last - 2)
    .reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond

/** Of user and system, and of both of ended children: fields 14 to 17. */
const processorSeconds = (pid: number): number => tickedSeconds(pid, 14, 17)

/** Processor time of all children of this process that have ended: fields 16 and 17. */
export const endedChildrenSeconds = (): number => tickedSeconds(process.pid, 16, 17)

/** Watches a process tree until stopped; answers the highest sum seen. */
const watchTree = (root: number, of: (pid: number) => number): { stop(): number } => {
  let peak = 0
  const look = (): void => {
    peak = Math.max(
      peak,
      treeOf(root).reduce((sum, pid) => sum + of(pid), 0),
    )
  }
  const timer = setInterval(look, 200)
  return {
    stop: () => {
      clearInterval(timer)
      return peak
    },
  }
}

/** Answers the most memory in MB. */
export const watchMemory = (root: number): { stop(): number } => {
  const watched = watchTree(root, (pid) => residentBytes(pid) / megabyte)
  return { stop: () => Math.round(watched.stop()) }
}

/** Answers the seconds of processor time, up to a fifth of a second before the process ended. */
export const watchProcessor = (root: number): { stop(): number } =>
  watchTree(root, processorSeconds)
