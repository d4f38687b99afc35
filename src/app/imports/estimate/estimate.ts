import type { FileEntry, Plan } from '../plan/plan-types.ts'
import { atOnce, eachInPieces, type Pieces } from '../table/pieces.ts'
import { type MintPacking, packing } from './mint-packing.ts'

export type ImportEstimate = {
  /** Of the images that are still to be made and the works that go beside them, each file once. */
  readonly bytes: number
  readonly seconds: number
  /** What minting the new tokens later asks for. */
  readonly mint: MintPacking
}

type EstimateTerms = { readonly cores: number; readonly pace: number }

/**
 * A rough guess of what an import takes: the time on this machine, and what minting its
 * tokens will cost later. `pace`: how much longer than guessed the last import took.
 */
export const estimateImport = (plan: Plan, terms: EstimateTerms): ImportEstimate =>
  atOnce(estimating(plan, terms))

/** {@link estimateImport} in pieces. */
export function* estimating(plan: Plan, { cores, pace }: EstimateTerms): Pieces<ImportEstimate> {
  const images = new SizeSum()
  const works = new SizeSum()
  let left = 0
  yield* eachInPieces(plan.tokens, ({ state, image, works: own }) => {
    if (state === 'done') return
    left += 1
    if (image.kind === 'file') images.add(image.file)
    for (const { file } of own) works.add(file)
  })
  const work =
    images.files * perFile + images.bytes / bytesPerSecond + works.bytes / copiedPerSecond
  const seconds = left === 0 ? 0 : startUp + (work / cores + left * perToken) * pace
  return { bytes: images.bytes + works.bytes, seconds, mint: yield* packing(plan) }
}

/** One file may serve many rows, and counts once. */
class SizeSum {
  readonly #paths = new Set<string>()
  bytes = 0

  add({ path, size }: FileEntry): void {
    if (!this.#paths.has(path)) this.bytes += size
    this.#paths.add(path)
  }

  get files(): number {
    return this.#paths.size
  }
}

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
