import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from '../../src/core/disk/running-process.ts'

/** What decides the bundles. */
const sources = ['src', 'electron.vite.config.ts', 'package.json', 'package-lock.json']

const filesUnder = (root: string, path: string): readonly string[] => {
  const facts = statSync(join(root, path), { throwIfNoEntry: false })
  if (facts === undefined) return []
  if (!facts.isDirectory()) return [path]
  return readdirSync(join(root, path)).flatMap((name) => filesUnder(root, join(path, name)))
}

/** Sizes and times, not contents: it is asked at every start. */
export const sourceStamp = (root: string): string => {
  const hash = createHash('sha256')
  for (const path of sources.flatMap((source) => filesUnder(root, source)).toSorted()) {
    const { mtimeMs, size } = statSync(join(root, path))
    hash.update(`${path} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex')
}

const stampFile = (root: string): string => join(root, '.cache', 'build-stamp')

const written = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

export const isBuilt = (root: string): boolean =>
  statSync(join(root, 'out', 'main', 'index.js'), { throwIfNoEntry: false }) !== undefined &&
  written(stampFile(root)) === sourceStamp(root)

/** One build at a time: a start and a test may ask at the same moment. */
const takeTurn = async (root: string): Promise<() => void> => {
  const lock = join(root, '.cache', 'build-lock')
  mkdirSync(join(root, '.cache'), { recursive: true })
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return () => rmSync(lock, { force: true })
    } catch {
      const holder = Number(written(lock))
      if (holder > 0 && !isRunning(holder)) rmSync(lock, { force: true })
      await sleep(100)
    }
  }
}

const build = (root: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const program = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
    const child = spawn(process.execPath, [program, 'build'], {
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

/** Builds the app when a source has changed since the last build; answers whether it did. */
export const ensureBuilt = async (
  root: string,
  onBuild: () => void = () => {},
): Promise<boolean> => {
  if (isBuilt(root)) return false
  const release = await takeTurn(root)
  try {
    if (isBuilt(root)) return false
    onBuild()
    // Taken before: a file that changes while it builds is built again next time.
    const stamp = sourceStamp(root)
    await build(root)
    writeFileSync(stampFile(root), stamp)
    return true
  } finally {
    release()
  }
}
