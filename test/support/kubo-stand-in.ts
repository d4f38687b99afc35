import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { CarReader } from '@ipld/car/reader'
import type { CID } from 'multiformats/cid'
import { isBlockOf, linksOf } from '#media/content/block.ts'
import { Cid, cidOf, sameContent } from '#media/content/cid.ts'
import { importFolder } from '#media/content/folder.ts'
import { collect } from './generated-bytes.ts'
import { type LoopbackServer, startLoopbackServer } from './loopback-server.ts'

/** A server that answers as Kubo's RPC interface does, with its pins in memory. */
export type KuboStandIn = LoopbackServer & {
  /** CID to bytes. */
  readonly pins: Map<string, Buffer>
  /** The names that pins were given. */
  readonly names: Set<string>
  /** Its view of files (MFS): each folder with the CIDs of its files by their names. */
  readonly folders: Map<string, Map<string, string>>
  /** Called first for each call, such as `add`; answers it itself when it returns true. */
  refuse: (call: string, response: ServerResponse) => boolean
}

const parts = /filename="(?<name>[^"]*)"[^]*?\r\n\r\n/gu

/** The files of a multipart body. */
export const filesIn = (body: Buffer, type: string): readonly { name: string; bytes: Buffer }[] => {
  const boundary = /boundary="?(?<boundary>[^";]+)"?/u.exec(type)?.groups?.['boundary'] ?? ''
  const text = body.toString('latin1')
  return [...text.matchAll(parts)].map((found) => {
    const start = found.index + found[0].length
    const end = text.indexOf(`\r\n--${boundary}`, start)
    return { name: found.groups?.['name'] ?? '', bytes: body.subarray(start, end) }
  })
}

export const startKuboStandIn = async (): Promise<KuboStandIn> => {
  const pins = new Map<string, Buffer>()
  const names = new Set<string>()
  const findPin = (cid: string) => [...pins].find(([one]) => sameContent(one, cid))
  const failed = (response: ServerResponse, message: string): void => {
    response.writeHead(500, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ Message: message, Code: 0, Type: 'error' }))
  }
  const add = async (
    message: IncomingMessage,
    query: URLSearchParams,
    response: ServerResponse,
  ): Promise<void> => {
    const body = await collect(message)
    names.add(query.get('pin-name') ?? '')
    for (const { name, bytes } of filesIn(body, message.headers['content-type'] ?? '')) {
      const cid = await cidOf(bytes)
      pins.set(cid, bytes)
      response.write(`${JSON.stringify({ Name: name, Hash: cid, Size: `${bytes.length}` })}\n`)
    }
    response.end()
  }
  const folders: KuboStandIn['folders'] = new Map()
  const cidOfFolder = (folder: ReadonlyMap<string, string>): Promise<string> =>
    importFolder(
      Array.from(folder, ([name, cid]) => ({ name, cid: Cid(cid) })),
      (cid) => Readable.from([pins.get(cid) ?? Buffer.alloc(0)]),
      () => undefined,
    )
  /** A call of the view of files. */
  const onFiles = async (
    call: string,
    [path = '', target = '']: readonly string[],
    response: ServerResponse,
  ): Promise<void> => {
    const folder = folders.get(path)
    if (call === 'files/mkdir') folders.set(path, new Map())
    else if (call === 'files/cp') {
      const at = target.lastIndexOf('/')
      folders.get(target.slice(0, at))?.set(target.slice(at + 1), path.replace('/ipfs/', ''))
    } else if (folder === undefined) return failed(response, 'file does not exist')
    else if (call === 'files/stat') {
      const Hash = await cidOfFolder(folder)
      const sizes = { Size: 0, CumulativeSize: 0, Blocks: folder.size }
      response.write(JSON.stringify({ Hash, ...sizes, Type: 'directory' }))
    } else {
      folders.delete(path)
      if (call === 'files/mv') folders.set(target, folder)
    }
    response.end()
  }
  const importDag = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await collect(message)
    const [file] = filesIn(body, message.headers['content-type'] ?? '')
    const { root, lacks } = await readArchive(file?.bytes ?? Buffer.alloc(0))
    if (!lacks) pins.set(root, file?.bytes ?? Buffer.alloc(0))
    const PinErrorMsg = lacks ? 'pin: block was not found locally (offline)' : ''
    response.end(`${JSON.stringify({ Root: { Cid: { '/': root }, PinErrorMsg } })}\n`)
  }
  const server = await startLoopbackServer(async ({ path, query }, message, response) => {
    const call = path.replace('/api/v0/', '')
    if (standIn.refuse(call, response)) return
    const cid = query.get('arg') ?? ''
    if (call === 'add') return add(message, query, response)
    if (call === 'dag/import') return importDag(message, response)
    message.resume()
    if (call.startsWith('files/')) return onFiles(call, query.getAll('arg'), response)
    if (call === 'routing/findprovs')
      return failed(response, 'this command must be run in online mode. Try running the daemon')
    if (call === 'pin/add') {
      names.add(query.get('name') ?? '')
      return response.end(`${JSON.stringify({ Pins: [cid] })}\n`)
    }
    if (call === 'id') return response.end(JSON.stringify({ ID: peerId, Addresses: [] }))
    if (call === 'pin/ls' && cid === '') {
      for (const one of pins.keys())
        response.write(`${JSON.stringify({ Cid: one, Type: 'recursive' })}\n`)
      return response.end()
    }
    const pin = findPin(cid)
    if (pin === undefined) return failed(response, `path '${cid}' is not pinned`)
    if (call === 'pin/ls') return response.end(JSON.stringify({ Cid: cid, Type: 'recursive' }))
    if (call === 'cat') return response.end(pin[1])
    if (call === 'pin/rm') pins.delete(pin[0])
    return response.end(JSON.stringify({ Pins: [cid] }))
  })
  const standIn: KuboStandIn = { ...server, pins, names, folders, refuse: () => false }
  return standIn
}

/** The root of an archive, and whether blocks of it are not there or are others. */
const readArchive = async (bytes: Buffer): Promise<{ root: string; lacks: boolean }> => {
  const reader = await CarReader.fromBytes(bytes)
  const [root] = await reader.getRoots()
  if (root === undefined) throw new Error('the archive has no root')
  const isWhole = async (cid: CID): Promise<boolean> => {
    const block = await reader.get(cid)
    if (block === undefined || !isBlockOf(block.bytes, cid)) return false
    for (const link of linksOf(cid, block.bytes)) if (!(await isWhole(link))) return false
    return true
  }
  return { root: root.toString(), lacks: !(await isWhole(root)) }
}

const peerId = '12D3KooWGRUaZwUJcEsMQdYEJZ3TLhkYqzXxJjkFQhRbuEFnoFXv'
