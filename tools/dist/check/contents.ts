import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn } from './files-in.ts'

const mebibyte = 1024 * 1024

type Part = {
  readonly name: string
  /** Of a path below the packed app; the first part whose test holds has the file. */
  readonly holds: (path: string) => boolean
  /** MiB that it may take. Raise it with the reason in docs/packaging.md. */
  readonly budget: number
}

const commandLine = /(?:^|\/)resources\/command-line\//iu

const inCommandLine = (rest: RegExp) => (path: string) =>
  commandLine.test(path) && rest.test(path.replace(/^.*\/command-line\//u, ''))

/** What a packed app consists of. Sizes are of files, before the package compresses them. */
const parts: readonly Part[] = [
  { name: "The app's archive (app.asar)", holds: (path) => path.endsWith('/app.asar'), budget: 20 },
  {
    name: 'Native code of the app (app.asar.unpacked)',
    holds: (path) => path.includes('/app.asar.unpacked/'),
    budget: 5,
  },
  { name: 'Node 24', holds: inCommandLine(/^node_modules\/node\//u), budget: 125 },
  {
    name: 'sharp and libvips',
    holds: inCommandLine(/^node_modules\/(?:sharp|@img|detect-libc)\//u),
    budget: 22,
  },
  { name: 'Keychain', holds: inCommandLine(/^node_modules\/@napi-rs\//u), budget: 5 },
  {
    name: "Cardano's libraries",
    holds: inCommandLine(/^node_modules\/(?:@emurgo|scalus)\//u),
    budget: 8,
  },
  { name: 'Bundles of the command line', holds: inCommandLine(/^out\//u), budget: 9 },
  { name: 'Sample, licences, the rest', holds: inCommandLine(/./u), budget: 6 },
  // About 280 MiB on Linux in real packages: not a number of ours.
  { name: 'Electron', holds: () => true, budget: 320 },
]

export type PartSize = { readonly name: string; readonly bytes: number; readonly budget: number }

/** The size of each part of a packed app. */
export const contentsOf = (folder: string): readonly PartSize[] => {
  const bytes = new Map<Part, number>()
  for (const path of filesIn(folder)) {
    const part = parts.find(({ holds }) => holds(`/${path}`))
    if (part === undefined) continue
    bytes.set(part, (bytes.get(part) ?? 0) + lstatSync(join(folder, path)).size)
  }
  return parts.map((part) => ({
    name: part.name,
    bytes: bytes.get(part) ?? 0,
    budget: part.budget * mebibyte,
  }))
}

const mebibytes = (bytes: number): string => (bytes / mebibyte).toFixed(1)

/** A Markdown table, as docs/packaging.md has it. */
export const contentsTable = (sizes: readonly PartSize[]): string => {
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  const budget = sizes.reduce((sum, one) => sum + one.budget, 0)
  return [
    '| part | MiB | budget |',
    '|---|---|---|',
    ...sizes.map((one) => `| ${one.name} | ${mebibytes(one.bytes)} | ${mebibytes(one.budget)} |`),
    `| **All** | ${mebibytes(total)} | ${mebibytes(budget)} |`,
  ].join('\n')
}

/** The parts that are larger than they may be, each in words. */
export const overBudget = (sizes: readonly PartSize[]): readonly string[] =>
  sizes
    .filter(({ bytes, budget }) => bytes > budget)
    .map(
      ({ name, bytes, budget }) =>
        `${name}: ${mebibytes(bytes)} MiB; the budget is ${mebibytes(budget)} MiB (docs/packaging.md).`,
    )
