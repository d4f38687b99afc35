import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from '../../src/core/disk/running-process.ts'
import { isBuilt, removeStamp, sourceStamp, writeStamp } from './build-stamp.ts'

const written = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

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
    removeStamp(root)
    await build(root)
    writeStamp(root, stamp)
    return true
  } finally {
    release()
  }
}
