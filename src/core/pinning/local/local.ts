import { rm, writeFile } from 'node:fs/promises'
import { ColdpressError } from '#shared/errors.ts'
import type { ContentStore } from '#core/content/store.ts'
import type { Pinner } from '../pinner.ts'

/** The content store itself: its objects are pinned, on this computer only. */
export const createLocalPinner = (store: ContentStore): Pinner => ({
  name: 'local',
  async pin(cid) {
    if ((await store.recover(cid)) !== undefined) return
    throw new ColdpressError(
      'not_found',
      `${cid} is not in the content store, or its file is damaged. Add the file again.`,
      { details: { cid } },
    )
  },
  async isPinned(cid) {
    return (await store.recover(cid)) !== undefined
  },
  async test() {
    const probe = store.tempPath()
    await writeFile(probe, 'probe')
    await rm(probe)
  },
})
