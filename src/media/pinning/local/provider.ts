import { rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { pinProvider } from '../provider.ts'
import type { Cid } from '../../content/cid.ts'
import type { ContentStore } from '../../content/store.ts'
import { requireContent } from '../missing-content.ts'
import type { Pinner } from '../pinner.ts'

/** The content store of this computer. */
export const local = pinProvider({
  kind: 'local',
  label: 'This computer',
  description: 'Images are kept in the content store of Coldpress. It is always there.',
  fields: [],
  settings: z.strictObject({}),
  defaultTarget: { name: 'local', settings: {} },
  isBuiltIn: true,
  create: ({ content }) => createLocalPinner(content),
})

/** The content store itself: its objects are pinned, on this computer only. */
export const createLocalPinner = (store: ContentStore): Pinner => {
  const pin = async (cid: Cid): Promise<void> => void (await requireContent(store, cid))
  return {
    name: 'local',
    isLocal: true,
    identify: async () => ({ kind: 'local', url: '', peer: '' }),
    pin,
    resend: pin,
    pinned: (cids) => store.presentAmong(cids),
    state: async (cid) => ((await store.recover(cid)) === undefined ? 'unpinned' : 'sound'),
    archives: {
      isPinned: async (cid) => store.archives.get(cid) !== undefined,
      pin: async (cid) => store.archives.require(cid),
    },
    async test() {
      const probe = store.tempPath()
      try {
        await writeFile(probe, 'probe')
      } finally {
        await rm(probe, { force: true })
      }
    },
  }
}
