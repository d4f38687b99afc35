import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { CarWriter } from '@ipld/car/writer'
import { decode } from '@ipld/dag-pb'
import { importer } from 'ipfs-unixfs-importer'
import { CID } from 'multiformats/cid'
import { linksOf } from '#media/content/block.ts'
import {
  type AnyCid,
  anyCidOf,
  Cid,
  cidObject,
  importBlocks,
  readAnyCid,
} from '#media/content/cid.ts'
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts'

type Block = { readonly cid: CID; readonly bytes: Uint8Array }

/** How a folder or file is made; the profiles of other programs. */
export type DagOptions = Omit<NonNullable<Parameters<typeof importer>[2]>, 'wrapWithDirectory'>

/** A trustless IPFS gateway with its files in memory. */
export type IpfsGateway = LoopbackServer & {
  readonly files: Map<string, Uint8Array>
  /** Blocks of what is no file of Coldpress's own profile. */
  readonly blocks: Map<AnyCid, Uint8Array>
  /** Adds a file, or a folder where there are names with a slash before them. @returns its CID */
  put: (files: Readonly<Record<string, Uint8Array>>, options?: DagOptions) => Promise<AnyCid>
  /** Changes what is answered: see `givenBlocks`. */
  fault:
    | 'lies'
    | 'lacks blocks'
    | 'hangs'
    | 'crawls'
    | 'adds blocks'
    | 'never ends'
    | 'breaks off'
    | undefined
}

export const startIpfsGateway = async (): Promise<IpfsGateway> => {
  const files = new Map<string, Uint8Array>()
  const blocks = new Map<AnyCid, Uint8Array>()
  const server = await startLoopbackServer(async ({ path }, message, response) => {
    message.resume()
    const [cid = '', ...names] = path.replace('/ipfs/', '').split('/')
    if (gateway.fault === 'hangs') return undefined
    const dag =
      names.length === 0 ? await blocksOf(cid, gateway) : blocksBehind(cid, names, gateway.blocks)
    if (dag.length === 0) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'application/vnd.ipld.car; version=1' })
    const car = carOf(cid, givenBlocks(dag, gateway.fault))
    const archive = Readable.from(gateway.fault === 'crawls' ? byteByByte(car) : car)
    // who has enough hangs up
    await pipeline(archive, response, { end: false }).catch(() => undefined)
    return gateway.fault === 'breaks off' ? response.destroy() : response.end()
  })
  const put: IpfsGateway['put'] = async (entries, options) => {
    const store = {
      put: async (cid: CID, bytes: unknown) => {
        if (bytes instanceof Uint8Array) blocks.set(anyCidOf(cid), bytes)
        return cid
      },
      get: async function* (cid: CID) {
        yield blocks.get(anyCidOf(cid)) ?? new Uint8Array()
      },
    }
    const source = Object.entries(entries).map(([path, content]) => ({ path, content }))
    let root: CID | undefined
    for await (const { cid } of importer(source, store, options)) root = cid
    if (root === undefined) throw new Error('nothing was added')
    return anyCidOf(root)
  }
  const gateway: IpfsGateway = { ...server, files, blocks, put, fault: undefined }
  return gateway
}

const blocksOf = async (
  cid: string,
  { files, blocks }: Pick<IpfsGateway, 'files' | 'blocks'>,
): Promise<readonly Block[]> => {
  const bytes = files.get(cid)
  const made: Block[] = []
  if (bytes === undefined) {
    const walk = (one: CID): void => {
      const block = blocks.get(anyCidOf(one))
      if (block === undefined || made.some((known) => known.cid.equals(one))) return
      made.push({ cid: one, bytes: block })
      for (const link of linksOf(one, block)) walk(link)
    }
    const root = readAnyCid(cid)
    if (root !== undefined) walk(cidObject(root))
    return made
  }
  await importBlocks(bytes, (name, block) => void made.push({ cid: name, bytes: block }))
  // the root is made last and sent first
  return made.toSorted((one) => (one.cid.toString() === Cid(cid) ? -1 : 0))
}

/** The folders on the way to a file, and the blocks of the file. */
const blocksBehind = (
  cid: string,
  [name, ...names]: readonly string[],
  blocks: IpfsGateway['blocks'],
): readonly Block[] => {
  const root = readAnyCid(cid)
  const bytes = root && blocks.get(root)
  if (root === undefined || bytes === undefined) return []
  const block = { cid: cidObject(root), bytes }
  const links = block.cid.code === 0x70 ? decode(bytes).Links : []
  const wanted = links.filter(
    (link) => name === undefined || link.Name === decodeURIComponent(name),
  )
  if (name !== undefined && wanted.length === 0) return []
  return [block, ...wanted.flatMap(({ Hash }) => blocksBehind(Hash.toString(), names, blocks))]
}

const foreign: Block = {
  cid: cidObject(Cid('QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH')),
  // the empty file
  bytes: Buffer.from('0a0408021800', 'hex'),
}

function* givenBlocks(dag: readonly Block[], fault: IpfsGateway['fault']): Generator<Block> {
  const [root] = dag
  const given = fault === 'lacks blocks' ? dag.slice(1) : dag
  const end = fault === 'breaks off' ? Math.ceil(dag.length / 2) : dag.length
  if (fault === 'adds blocks') yield foreign
  if (fault === 'never ends' && root !== undefined) for (;;) yield root
  for (const block of given.slice(0, end))
    yield fault === 'lies' ? { ...block, bytes: flipped(block.bytes) } : block
}

async function* carOf(root: string, blocks: Iterable<Block>) {
  const { writer, out } = CarWriter.create([CID.parse(root)])
  void (async () => {
    for (const block of blocks) await writer.put(block)
    await writer.close()
  })()
  yield* out
}

async function* byteByByte(chunks: AsyncIterable<Uint8Array>) {
  for await (const chunk of chunks)
    for (const byte of chunk) {
      yield Uint8Array.of(byte)
      await sleep(20)
    }
}

const flipped = (bytes: Uint8Array): Uint8Array => {
  const other = Uint8Array.from(bytes)
  other[other.length - 1] = (other.at(-1) ?? 0) ^ 1
  return other
}
