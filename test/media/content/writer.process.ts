import { openContentStore } from '#media/content/store.ts'
import { generatedBytes } from '../../support/generated-bytes.ts'

/**
 * A process that stores generated files until it has stored `count` of them:
 * node writer.process.ts FOLDER SEED COUNT BYTES
 * It prints the CID of each file once it is stored, and at the end its peak memory in bytes.
 */
const [, , dir = '', seed = '', count = '', bytes = ''] = process.argv

const store = await openContentStore({ dir })
for (let n = 0; n < Number(count); n += 1) {
  const { cid } = await store.add(generatedBytes(Number(bytes), `${seed} ${n}`))
  console.log(cid)
}
store.close()
console.log(process.resourceUsage().maxRSS * 1024)
