import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

export const root = join(import.meta.dirname, '..', '..')
export const benchFolder = join(root, '.cache', 'bench')
/** Finished images under the names of their sources. */
export const resizedFolder = join(benchFolder, 'resized')
const coldpress = join(root, 'bin', 'coldpress.js')

/** How many images a bench takes: fewer where the environment says so, for a first look. */
export const benchImages = (usual: number): number =>
  Number(process.env['COLDPRESS_BENCH_IMAGES'] ?? usual)

const runs = join(benchFolder, 'runs')

/**
 * A new folder of a run. None is removed before the end: ext4 looks at each inode that was freed in
 * the last minutes when a file is made (`recently_deleted` in the kernel's fs/ext4/ialloc.c). After
 * the home of another import was removed, a new file took 0.9 ms of processor time.
 */
export const newFolder = (name: string): string => {
  mkdirSync(runs, { recursive: true })
  return mkdtempSync(join(runs, `${name}-`))
}

/** Also those of runs that were ended early. */
export const removeFolders = (): void => rmSync(runs, { recursive: true, force: true })

/** A fresh home with its passphrase file; the command line is run as a user runs it. */
export const freshHome = (
  name: string,
): { readonly home: string; readonly flags: readonly string[] } => {
  const home = newFolder(name)
  const passphrase = join(home, 'passphrase.txt')
  writeFileSync(passphrase, 'a passphrase for the bench\n', { mode: 0o600 })
  return { home, flags: ['--home', home, '--passphrase-file', passphrase, '--json'] }
}

/** A new folder with a hard link to each image, and a table that names them in their order. */
export const linkedFolder = (name: string, paths: readonly string[]): string => {
  const folder = newFolder(name)
  const rows = paths.map((path, index) => {
    const image = `${String(index + 1).padStart(5, '0')}.png`
    linkSync(path, join(folder, image))
    return `Bench${index + 1},Bench ${index + 1},${image}`
  })
  writeFileSync(join(folder, 'tokens.csv'), ['asset_name,name,image', ...rows, ''].join('\n'))
  return folder
}

/** @returns the id of a new collection of the home */
export const createCollection = (
  { home, flags }: ReturnType<typeof freshHome>,
  collection: object,
): string => {
  const file = join(home, 'collection.json')
  writeFileSync(file, JSON.stringify(collection))
  const args = ['collection', 'create', '--file', file, ...flags]
  return runColdpress(z.object({ id: z.string() }), args).id
}

export const startColdpress = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [coldpress, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })

/** Runs one command to its end and parses its JSON. */
export const runColdpress = <T extends z.ZodType>(
  answer: T,
  args: readonly string[],
): z.output<T> => {
  const run = spawnSync(process.execPath, [coldpress, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (run.status !== 0)
    throw new Error(`coldpress ${args[0] ?? ''} ended with ${run.status}: ${run.stderr}`)
  return answer.parse(JSON.parse(run.stdout))
}

/** As {@link runColdpress}, while this process goes on: it may be the service that the command calls. */
export const runColdpressMeanwhile = async <T extends z.ZodType>(
  answer: T,
  args: readonly string[],
): Promise<z.output<T>> => {
  const child = startColdpress(args)
  const [stdout] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    ended(child),
  ])
  return answer.parse(JSON.parse(stdout))
}

export const ended = async (child: ChildProcess): Promise<void> => {
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the command ended with ${String(code)}`)
}

/** A collection request without tags; the address belongs to nobody (CIP-19 test vector, type 6). */
export const plainCollection = {
  name: 'Bench',
  payout_address: 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
  policy: { lock: false },
} as const
