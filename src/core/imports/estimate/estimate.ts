import type { FileEntry, Plan } from '../plan/plan-types.ts'
import { type MintPacking, mintPackingOf } from './mint-packing.ts'

export type ImportEstimate = {
  /** Of the images that are still to be made and the works that go beside them, each file once. */
  readonly bytes: number
  readonly seconds: number
  /** What minting the new tokens later asks for. */
  readonly mint: MintPacking
}

/**
 * A rough guess of what an import takes: the time on this machine, and what minting its
 * tokens will cost later. `pace`: how much longer than guessed the last import took.
 */
export const estimateImport = (
  plan: Plan,
  { cores, pace }: { readonly cores: number; readonly pace: number },
): ImportEstimate => {
  const left = plan.tokens.filter(({ state }) => state !== 'done')
  const images = left.flatMap(({ image }) => (image.kind === 'file' ? [image.file] : []))
  const works = left.flatMap((token) => token.works.map(({ file }) => file))
  const bytes = bytesIn(images) + bytesIn(works)
  const work =
    countOf(images) * perFile + bytesIn(images) / bytesPerSecond + bytesIn(works) / copiedPerSecond
  const seconds = left.length === 0 ? 0 : startUp + (work / cores + left.length * perToken) * pace
  return { bytes, seconds, mint: mintPackingOf(plan) }
}

/** One file may serve many rows. */
const eachOnce = (files: readonly FileEntry[]): ReadonlyMap<string, number> =>
  new Map(files.map(({ path, size }) => [path, size]))

const bytesIn = (files: readonly FileEntry[]): number =>
  [...eachOnce(files).values()].reduce((sum, size) => sum + size, 0)

const countOf = (files: readonly FileEntry[]): number => eachOnce(files).size

/**
 * Of one core: 1,000 drawings of 2000² became images of 1024² in 33 s on two cores
 * (docs/benchmarks.md); the more bytes an image of the same size has, the longer it takes to read.
 */
const perFile = 0.055
const bytesPerSecond = 40_000_000
/** To hash a work twice, for the file and its CID, and to copy it. */
const copiedPerSecond = 200_000_000
/** To check, send and note a token. */
const perToken = 0.002
const startUp = 1
