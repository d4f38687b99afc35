import { pinErrors } from '#contract/pins/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import type { KuboRPCClient } from 'kubo-rpc-client'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { bytesOf } from '#values/text/text.ts'
import { type AnyCid, type Cid, sameContent } from '../../content/cid.ts'
import type { PinnedContent } from '../missing-content.ts'
import type { PinLabel } from '../pinner.ts'
import type { Deadline } from '#platform/http/deadline.ts'
import { multipart } from '../multipart.ts'
import type { Rpc } from './rpc.ts'
import type { DagArchives } from '../../content/dag-archives.ts'

/** One file to be added. */
export type FileToAdd = {
  readonly cid: Cid
  /** Bytes. */
  readonly size: number
  readonly label: PinLabel | undefined
}

/**
 * Every parameter that makes the CID, for defaults differ between nodes and versions: the profile
 * `unixfs-v0-2015` (IPIP-499). Names in Kubo's RPC interface have hyphens.
 */
export const cidFlags = {
  cidVersion: 0,
  rawLeaves: false,
  hash: 'sha2-256',
  chunker: 'size-262144',
  maxFileLinks: 174,
  trickle: false,
  inline: false,
  wrapWithDirectory: false,
  preserveMode: false,
  preserveMtime: false,
} as const

/** Kubo's limit for the name of a pin, in bytes. */
const longestPinName = 255

/** `Collection: Token1, Token2`; undefined for files without a label, or where it is too long. */
const pinName = (files: readonly FileToAdd[]): string | undefined => {
  const [first] = files
  if (first?.label === undefined) return undefined
  const { collection } = first.label
  if (files.some(({ label }) => label?.collection !== collection)) return undefined
  const name = `${collection}: ${files.map(({ label }) => label?.token).join(', ')}`
  return bytesOf(name) > longestPinName ? undefined : name
}

/** One pin has one name, so only files whose names fit into it go together. */
export const canGoTogether = (files: readonly FileToAdd[]): boolean =>
  files.every(({ label }) => label === undefined) || pinName(files) !== undefined

/**
 * Sends files while reading them: the library asks for the next piece when the service has room.
 * @returns the CIDs that the service answered, in the order of the files; undefined: none.
 */
export const addFiles = async (
  client: KuboRPCClient,
  store: Pick<PinnedContent, 'read'>,
  files: readonly FileToAdd[],
  deadline: Deadline,
): Promise<readonly (string | undefined)[]> => {
  const reading = createReading(store, deadline)
  const given = new Map<string, string>()
  const name = pinName(files)
  try {
    const added = client.addAll(reading.parts(files), {
      ...cidFlags,
      pin: true,
      ...(name === undefined ? {} : { pinName: name }),
      signal: deadline.signal,
    })
    for await (const { path, cid } of added) {
      deadline.progress()
      // of a file that went alone some services answer the CID as its name
      given.set(files.length === 1 ? pathOf(0) : path, cid.toString())
    }
    return files.map((_file, at) => given.get(pathOf(at)))
  } catch (error) {
    // When its source fails, the library throws an abort without the reason.
    throw deadline.ended === undefined ? (reading.unread() ?? error) : error
  } finally {
    reading.end()
  }
}

/**
 * Sends one file that is too large for a batch. The library would keep all of it in memory until the
 * answer (see `streamed` in multipart.ts).
 * @returns the CID that the service answered; undefined: none
 */
export const addLargeFile = async (
  rpc: Pick<Rpc, 'post'>,
  store: Pick<PinnedContent, 'read'>,
  file: FileToAdd,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const source = store.read(file.cid)
  const read: { error?: unknown } = {}
  source.once('error', (error) => {
    read.error = error
  })
  const name = pinName([file])
  const query = {
    ...queryFlags,
    pin: 'true',
    'stream-channels': 'true',
    ...(name === undefined ? {} : { 'pin-name': name }),
  }
  const form = multipart({}, { name: pathOf(0), size: file.size, bytes: source })
  try {
    return hashIn(await rpc.post('add', query, form, signal))
  } catch (error) {
    throw read.error === undefined ? error : unreadable(file.cid, read.error)
  } finally {
    source.destroy()
  }
}

/** {@link cidFlags} as the interface spells them. */
const queryFlags: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(cidFlags).map(([name, value]) => [
    name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`),
    String(value),
  ]),
)

const added = z.object({ Hash: shortText })

/** The last line that names a CID: that of the whole file. */
const hashIn = (said: string): string | undefined =>
  said
    .split('\n')
    .map(hashOfLine)
    .findLast((hash) => hash !== undefined)

const hashOfLine = (line: string): string | undefined => {
  try {
    return added.safeParse(JSON.parse(line)).data?.Hash
  } catch {
    return undefined
  }
}

/** What a file is called in its request; its pin has no path. */
const pathOf = (at: number): string => `${at}`

/** The files' bytes for one request, and the error that the disk gave. */
const createReading = (store: Pick<PinnedContent, 'read'>, deadline: Deadline) => {
  let unread: ColdpressError | undefined
  const sources = new Set<ReturnType<PinnedContent['read']>>()
  async function* bytes(cid: Cid): AsyncGenerator<Uint8Array> {
    const source = store.read(cid)
    sources.add(source)
    try {
      yield* deadline.progressing(source)
    } catch (error) {
      unread = unreadable(cid, error)
      throw error
    } finally {
      source.destroy()
    }
    deadline.progress()
  }
  function* parts(files: readonly FileToAdd[]) {
    for (const [at, { cid }] of files.entries()) yield { path: pathOf(at), content: bytes(cid) }
  }
  return {
    parts,
    unread: () => unread,
    end: () => {
      for (const source of sources) source.destroy()
    },
  }
}

const unreadable = (cid: Cid, cause: unknown): ColdpressError =>
  new ColdpressError(
    'corrupt',
    `The stored file of ${cid} could not be read to its end (${messageOf(cause)}). Check the disk, then add the file again.`,
    { details: { cid }, cause },
  )

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
  errorBy(
    pinErrors,
    'not_pinned',
    { cid, operation: 'dag/import', status: 200, reason: said },
    `${service} took the blocks of ${cid} and did not pin them. Its own words are in the details.`,
  )
