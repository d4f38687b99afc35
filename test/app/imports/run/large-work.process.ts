import { stat } from 'node:fs/promises'
import { openContentStore } from '#media/content/store.ts'
import { hashSourceFile } from '#app/imports/pipeline/source.ts'
import { createKuboPinner } from '#media/pinning/kubo/kubo.ts'

/**
 * A process that does with a work what an import does: it hashes the file, stores it under its CID,
 * reads it back and pins it at a node: node large-work.process.ts FOLDER FILE URL
 * It prints the hash, the CID and the peak memory in bytes.
 */
const [, , dir = '', path = '', url = ''] = process.argv

const { signal } = new AbortController()
const sha256 = await hashSourceFile(path, (await stat(path)).size, signal)
const store = await openContentStore({ dir })
const { cid } = await store.addFile(path)
console.log(sha256)
console.log(cid)
if (!(await store.isSound(cid))) throw new Error('it is not what was stored')
await createKuboPinner({ url, store }).pin(cid, signal)
store.close()
console.log(process.resourceUsage().maxRSS * 1024)
