import { inParallel } from '#values/work/in-parallel.ts'
import type { Cid } from '../content/cid.ts'

/** Those of the CIDs that are pinned, each asked for on its own, `atOnce` at a time. */
export const askEach = async (
  cids: readonly Cid[],
  atOnce: number,
  isPinned: (cid: Cid) => Promise<boolean>,
): Promise<ReadonlySet<Cid>> => {
  const found = new Set<Cid>()
  await inParallel(cids, atOnce, async (cid) => {
    if (await isPinned(cid)) found.add(cid)
  })
  return found
}
