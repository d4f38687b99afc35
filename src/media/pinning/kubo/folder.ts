import type { Cid } from '../../content/cid.ts'
import type { FolderFile } from '../../content/folder.ts'
import type { PinnedFolder } from '../pinner.ts'
import { isNoSuchFile } from './kubo-error.ts'
import type { Rpc } from './rpc.ts'

/** Kubo writes changes of its file view down at least after 256 of them (`Internal.MFSNoFlushLimit`). */
const filesPerFlush = 128

/** So that a folder from before stays until the new one is whole. */
const unfinished = (path: string): string => `${path}.unfinished`

/**
 * Puts a folder of files that the node has pinned into its own view of files (MFS), and pins it.
 * @returns the CID that the node gives it
 */
export const makeKuboFolder = async (
  rpc: Rpc,
  { path, name, files, onFile }: PinnedFolder,
  signal: AbortSignal,
): Promise<string> => {
  const target = unfinished(path)
  await remove(rpc, target, signal)
  await rpc.exchange('files/mkdir', signal, (client, deadline) =>
    client.files.mkdir(target, { parents: true, cidVersion: 0, signal: deadline.signal }),
  )
  for (const [at, file] of files.entries()) {
    const isLast = at + 1 === files.length
    await copy(rpc, file, target, { flush: isLast || (at + 1) % filesPerFlush === 0, signal })
    onFile?.()
  }
  const cid = await rpc.exchange('files/stat', signal, async (client, deadline) => {
    const { cid: found } = await client.files.stat(target, { signal: deadline.signal })
    return found.toString()
  })
  await rpc.exchange('pin/add', signal, (client, deadline) =>
    client.pin.add(cid, { recursive: true, name, signal: deadline.signal }),
  )
  await remove(rpc, path, signal)
  await rpc.exchange('files/mv', signal, (client, deadline) =>
    client.files.mv(target, path, { signal: deadline.signal }),
  )
  return cid
}

const copy = (
  rpc: Rpc,
  { name, cid }: FolderFile,
  folder: string,
  { flush, signal }: { readonly flush: boolean; readonly signal: AbortSignal },
): Promise<void> =>
  rpc.exchange('files/cp', signal, (client, deadline) =>
    client.files.cp(ipfsPath(cid), `${folder}/${name}`, { flush, signal: deadline.signal }),
  )

const ipfsPath = (cid: Cid): string => `/ipfs/${cid}`

/** Nothing where there is none. */
const remove = (rpc: Rpc, path: string, signal: AbortSignal): Promise<void> =>
  rpc.exchange('files/rm', signal, async (client, deadline) => {
    try {
      await client.files.rm(path, { recursive: true, signal: deadline.signal })
    } catch (error) {
      if (!isNoSuchFile(error)) throw error
    }
  })
