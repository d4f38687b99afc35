import { CarWriter } from '@ipld/car/writer'
import { Cid, cidObject, importBlocks } from '#core/content/cid.ts'
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts'

/** A trustless IPFS gateway with its files in memory. */
export type IpfsGateway = LoopbackServer & {
  readonly files: Map<string, Uint8Array>
  /** Changes what is answered: other bytes in a block, or the first block alone. */
  fault: 'lies' | 'lacks blocks' | 'hangs' | undefined
}

export const startIpfsGateway = async (): Promise<IpfsGateway> => {
  const files = new Map<string, Uint8Array>()
  const server = await startLoopbackServer(async ({ path }, message, response) => {
    message.resume()
    const cid = path.replace('/ipfs/', '')
    const bytes = files.get(cid)
    if (gateway.fault === 'hangs') return undefined
    if (bytes === undefined) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'application/vnd.ipld.car; version=1' })
    for await (const chunk of carOf(Cid(cid), bytes, gateway.fault)) response.write(chunk)
    return response.end()
  })
  const gateway: IpfsGateway = { ...server, files, fault: undefined }
  return gateway
}

async function* carOf(cid: Cid, bytes: Uint8Array, fault: IpfsGateway['fault']) {
  const { writer, out } = CarWriter.create([cidObject(cid)])
  const blocks: Parameters<typeof writer.put>[0][] = []
  await importBlocks(bytes, (name, block) => void blocks.push({ cid: name, bytes: block }))
  const given = fault === 'lacks blocks' ? blocks.slice(1) : blocks
  void (async () => {
    for (const block of given)
      await writer.put(fault === 'lies' ? { ...block, bytes: flipped(block.bytes) } : block)
    await writer.close()
  })()
  yield* out
}

const flipped = (bytes: Uint8Array): Uint8Array => {
  const other = Uint8Array.from(bytes)
  other[other.length - 1] = (other.at(-1) ?? 0) ^ 1
  return other
}
