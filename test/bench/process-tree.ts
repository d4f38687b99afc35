import { readdirSync, readFileSync } from 'node:fs'

const megabyte = 1024 * 1024

/** Resident memory of a process and all its descendants, in MB, from /proc (Linux). */
const treeMegabytes = (root: number): number => {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/u.test(entry)) continue
    const parent = statParent(Number(entry))
    if (parent !== undefined) parents.set(Number(entry), parent)
  }
  const isInTree = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at))
      if (at === root) return true
    return false
  }
  return [...parents.keys()]
    .filter(isInTree)
    .reduce((sum, pid) => sum + residentBytes(pid) / megabyte, 0)
}

const statParent = (pid: number): number | undefined => {
  try {
    // the name in parentheses may hold spaces: the fields start after its end
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
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

/** Watches a process tree until stopped; answers the highest sum seen, in MB. */
export const watchMemory = (root: number): { stop(): number } => {
  let peak = 0
  const look = (): void => {
    peak = Math.max(peak, treeMegabytes(root))
  }
  const timer = setInterval(look, 200)
  return {
    stop: () => {
      clearInterval(timer)
      return Math.round(peak)
    },
  }
}
