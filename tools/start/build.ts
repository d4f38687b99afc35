import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemCode } from '#platform/disk/disk-error.ts'
import { isRunning, startOf } from '#platform/disk/running-process.ts'
import { isBuilt, removeStamp, sourceStamp, writeStamp } from './build-stamp.ts'

const written = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** A build takes seconds. */
const longestTurnMs = 2 * 60_000

const isLeftOver = (lock: string): boolean => {
  const [pid, start] = written(lock).split(' ')
  const holder = Number(pid)
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
  return (holder > 0 && !isRunning(holder, start)) || Date.now() - since > longestTurnMs
}

/** One build at a time: a start and a test may ask at the same moment. */
const waitForTurn = async (root: string): Promise<() => void> => {
  const lock = join(root, '.cache', 'build-lock')
  mkdirSync(join(root, '.cache'), { recursive: true })
  for (;;) {
    try {
      writeFileSync(lock, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' })
      return () => rmSync(lock, { force: true })
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error
      if (isLeftOver(lock)) rmSync(lock, { force: true })
      await sleep(100)
    }
  }
}

/** The program that makes the bundles; it is there when what is for development is installed. */
export const bundler = (root: string): string =>
  join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')

const build = (root: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bundler(root), 'build'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`The build failed:\n${output}`))
    })
  })

const dayMs = 24 * 60 * 60_000

/**
 * What earlier builds left. It stays for a day: a command that runs from the bundle loads parts of
 * it when it needs them, under the names of its own build.
 */
const removeOldParts = (root: string): void => {
  const folder = join(root, 'out', 'main')
  for (const name of readdirSync(folder)) {
    const { mtimeMs } = statSync(join(folder, name))
    if (Date.now() - mtimeMs > dayMs) rmSync(join(folder, name))
  }
}

/** Builds the app when a source has changed since the last build; answers whether it did. */
export const ensureBuilt = async (
  root: string,
  onBuild: () => void = () => {},
): Promise<boolean> => {
  if (isBuilt(root)) return false
  const release = await waitForTurn(root)
  try {
    if (isBuilt(root)) return false
    onBuild()
    // Taken before: a file that changes while it builds is built again next time.
    const stamp = sourceStamp(root)
    removeStamp(root)
    await build(root)
    removeOldParts(root)
    writeStamp(root, stamp)
    return true
  } finally {
    release()
  }
}
