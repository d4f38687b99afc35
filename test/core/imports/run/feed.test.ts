import { expect, it } from 'vitest'
import { plannedItem } from '#core/imports/journal/planned-item.ts'
import type { WithImage } from '#core/imports/pipeline/preparation.ts'
import { createQueue } from '#core/imports/pipeline/queue.ts'
import { feed } from '#core/imports/run/feed.ts'
import { createProgress } from '#core/imports/run/progress.ts'
import { stageTotals } from '#core/imports/run/stage-totals.ts'
import { createBatcher } from '#core/imports/upload/batcher.ts'

const cid = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG'

it('takes the items out in their order, so that what is done does not stay in memory', async () => {
  const names = Array.from({ length: 1_000 }, (_, at) => `Bean${at}`)
  const items = names.map((name, at) =>
    plannedItem({
      asset_name: name,
      row: at + 2,
      request: { asset_name: name, name, metadata_attributes: [], custom_attributes: {} },
      image: { kind: 'ipfs', uri: `ipfs://${cid}` },
    }),
  )
  const { signal } = new AbortController()
  const idle = () => createQueue<never>(1, signal)
  const toUpload = createQueue<WithImage>(10, signal)
  const fed = feed(
    {
      steps: { recall: async (some) => some },
      progress: createProgress({ job: 'job', stages: stageTotals(items), clock: () => 0 }),
      batcher: createBatcher(items.length, { items: 25, bytes: 1e6, window: 64 }, () => 1),
      unpinned: new Set(),
      queues: { toHash: idle(), toWorks: idle(), toPin: idle(), toUpload },
    },
    items,
  )
  for (const [position, name] of names.entries()) {
    const entry = await toUpload.take()
    expect(entry).toMatchObject({ position, item: { asset_name: name } })
    expect(items.length).toBeLessThan(names.length - position)
  }
  await fed
  expect(items).toEqual([])
})
