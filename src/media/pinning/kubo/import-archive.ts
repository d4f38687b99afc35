import { ColdpressError } from '#values/errors/errors.ts'
import { type AnyCid, sameContent } from '../../content/cid.ts'
import type { DagArchives } from '../../content/dag-archives.ts'
import type { Rpc } from './rpc.ts'

/**
 * Sends an archive while reading it, by `dag/import`, which pins its root once all blocks are there.
 * @throws ColdpressError `service_error` when the node did not pin it, in the node's words
 */
export const importArchive = async (
  rpc: Rpc,
  archives: Pick<DagArchives, 'read'>,
  cid: AnyCid,
  signal: AbortSignal,
): Promise<void> => {
  const source = archives.read(cid)
  try {
    const said = await rpc.exchange('dag/import', signal, async (client, deadline) => {
      const options = { pinRoots: true, signal: deadline.signal }
      let answer = 'it named no pinned root'
      for await (const { root } of client.dag.import([deadline.progressing(source)], options)) {
        deadline.progress()
        if (!sameContent(root.cid.toString(), cid)) continue
        answer = root.pinErrorMsg ?? ''
      }
      return answer
    })
    if (said !== '') throw unpinned(rpc, cid, said)
  } finally {
    source.destroy()
  }
}

const unpinned = ({ service }: Rpc, cid: AnyCid, said: string): ColdpressError =>
  new ColdpressError(
    'service_error',
    `${service} took the blocks of ${cid} and did not pin them. Its own words are in the details.`,
    { details: { rule: 'not_pinned', cid, operation: 'dag/import', status: 200, reason: said } },
  )
