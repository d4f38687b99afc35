import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestHome } from './coldpress.ts'
import { sample } from './resources.ts'

const image = join(sample, '02-olive.webp')
const payout = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'

/** A collection with a royalty for the tokens of {@link leafFolder}, without a policy of its own. */
export const leaves = {
  name: 'Leaves',
  payout_address: payout,
  royalty: { address: [payout.slice(0, 60), payout.slice(60)], rate: 0.05 },
  metadata: { name: '<name>', image: '<image>', media_type: '<media_type>' },
}

/** A table of small tokens, `Leaf0001` and so on, that share one image. */
export const leafFolder = (home: TestHome, count: number): string => {
  const folder = join(home.dir, 'leaves')
  mkdirSync(folder)
  writeFileSync(join(folder, 'leaf.webp'), readFileSync(image))
  const rows = Array.from({ length: count }, (_, at) => `${leafName(at)},${leafName(at)},leaf.webp`)
  writeFileSync(join(folder, 'leaves.csv'), ['asset_name,name,image', ...rows, ''].join('\n'))
  return folder
}

/** The asset name of a row, counted from 0. */
export const leafName = (at: number): string => `Leaf${String(at + 1).padStart(4, '0')}`
