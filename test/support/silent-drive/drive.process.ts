/**
 * A drive of one folder in user space: the server of a FUSE mount, which is read-only and answers
 * slowly or, once stopped with SIGSTOP, not at all. It speaks the kernel's protocol
 * (include/uapi/linux/fuse.h, version 7.31) over descriptor 3.
 * Argument: the folder whose files the drive shows.
 */
import { type BigIntStats, openSync, readdirSync, readSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const device = 3
const folder = process.argv[2] ?? ''

const operations = {
  lookup: 1,
  forget: 2,
  getattr: 3,
  open: 14,
  read: 15,
  statfs: 17,
  release: 18,
  flush: 25,
  init: 26,
  opendir: 27,
  readdir: 28,
  releasedir: 29,
  interrupt: 36,
  destroy: 38,
  batchForget: 42,
} as const

const errors = { noEntry: -2, notImplemented: -38 } as const

/** A file's number on the drive; 1 is the folder itself. */
const names = ['', '', ...readdirSync(folder)]
const rootNode = 1
const pathOf = (node: bigint): string => join(folder, names[Number(node)] ?? '')

const facts = (node: bigint): BigIntStats => statSync(pathOf(node), { bigint: true })

const attributes = (node: bigint): Buffer => {
  const { size, blocks, mode, mtimeNs } = facts(node)
  const bytes = Buffer.alloc(88)
  const seconds = mtimeNs / 1_000_000_000n
  for (const [at, value] of [node, size, blocks, seconds, seconds, seconds].entries())
    bytes.writeBigUInt64LE(value, at * 8)
  for (const at of [48, 52, 56]) bytes.writeUInt32LE(Number(mtimeNs % 1_000_000_000n), at)
  bytes.writeUInt32LE(Number(mode), 60)
  bytes.writeUInt32LE(1, 64)
  bytes.writeUInt32LE(4096, 80)
  return bytes
}

/** Nothing is remembered by the kernel: every access asks the drive. */
const entry = (node: bigint): Buffer => {
  const bytes = Buffer.alloc(40)
  bytes.writeBigUInt64LE(node, 0)
  return Buffer.concat([bytes, attributes(node)])
}

const opened = (): Buffer => {
  const bytes = Buffer.alloc(16)
  const directly = 1
  bytes.writeUInt32LE(directly, 8)
  return bytes
}

const readingOf = (body: Buffer): { readonly offset: number; readonly size: number } => ({
  offset: Number(body.readBigUInt64LE(8)),
  size: body.readUInt32LE(16),
})

const bytesOf = (node: bigint, body: Buffer): Buffer => {
  const { offset, size } = readingOf(body)
  const bytes = Buffer.alloc(size)
  const file = openSync(pathOf(node), 'r')
  return bytes.subarray(0, readSync(file, bytes, 0, size, offset))
}

const listing = (body: Buffer): Buffer => {
  const { offset, size } = readingOf(body)
  const entries: Buffer[] = []
  let length = 0
  for (let node = Math.max(offset, rootNode) + 1; node < names.length; node += 1) {
    const name = Buffer.from(names[node] ?? '')
    const bytes = Buffer.alloc(24 + Math.ceil(name.length / 8) * 8)
    bytes.writeBigUInt64LE(BigInt(node), 0)
    bytes.writeBigUInt64LE(BigInt(node), 8)
    bytes.writeUInt32LE(name.length, 16)
    const regular = 8
    bytes.writeUInt32LE(regular, 20)
    name.copy(bytes, 24)
    length += bytes.length
    if (length > size) break
    entries.push(bytes)
  }
  return Buffer.concat(entries)
}

const started = (): Buffer => {
  const bytes = Buffer.alloc(64)
  const [major, minor, longestWrite] = [7, 31, 4096]
  bytes.writeUInt32LE(major, 0)
  bytes.writeUInt32LE(minor, 4)
  bytes.writeUInt32LE(longestWrite, 20)
  return bytes
}

type Answer = Buffer | number

const found = (body: Buffer): Answer => {
  const node = names.indexOf(body.subarray(0, body.indexOf(0)).toString(), rootNode + 1)
  return node === -1 ? errors.noEntry : entry(BigInt(node))
}

const answerTo = (operation: number, node: bigint, body: Buffer): Answer | undefined => {
  switch (operation) {
    case operations.init:
      return started()
    case operations.lookup:
      return found(body)
    case operations.getattr:
      return Buffer.concat([Buffer.alloc(16), attributes(node)])
    case operations.open:
    case operations.opendir:
      return opened()
    case operations.read:
      return bytesOf(node, body)
    case operations.readdir:
      return listing(body)
    case operations.statfs:
      return Buffer.alloc(80)
    case operations.release:
    case operations.releasedir:
    case operations.flush:
    case operations.destroy:
      return Buffer.alloc(0)
    case operations.forget:
    case operations.batchForget:
    case operations.interrupt:
      return undefined
    default:
      return errors.notImplemented
  }
}

const reply = (unique: bigint, answer: Answer): void => {
  const body = typeof answer === 'number' ? Buffer.alloc(0) : answer
  const header = Buffer.alloc(16)
  header.writeUInt32LE(header.length + body.length, 0)
  header.writeInt32LE(typeof answer === 'number' ? answer : 0, 4)
  header.writeBigUInt64LE(unique, 8)
  writeSync(device, Buffer.concat([header, body]))
}

const request = Buffer.alloc(1024 * 1024)
for (;;) {
  const length = readSync(device, request)
  const operation = request.readUInt32LE(4)
  const answer = answerTo(operation, request.readBigUInt64LE(16), request.subarray(40, length))
  if (answer !== undefined) reply(request.readBigUInt64LE(8), answer)
}
