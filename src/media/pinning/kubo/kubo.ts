import { pinErrors } from '#contract/pins/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { randomUUID } from 'node:crypto'
import type { KuboRPCClient } from 'kubo-rpc-client'
import { ColdpressError } from '#values/errors/errors.ts'
import { type AnyCid, Cid, cidObject, cidOf, readCid, sameContent } from '../../content/cid.ts'
import type { DagArchives } from '../../content/dag-archives.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { askEach } from '../ask-each.ts'
import { cidNotSaid, foreignCid, isForeign } from '../foreign-cid.ts'
import { isContent } from '../is-content.ts'
import { type PinnedContent, requireContent } from '../missing-content.ts'
import type { PinLabel, Pinner, PinState, Providers } from '../pinner.ts'
import {
  addFiles,
  addLargeFile,
  canGoTogether,
  cidFlags,
  type FileToAdd,
  importArchive,
} from './add.ts'
import type { Deadline } from '#platform/http/deadline.ts'
import { makeKuboFolder } from './folder.ts'
import { createGatherer } from './gatherer.ts'
import { isNoSuchCall, isNotPinnedError, isOfflineNode } from './kubo-error.ts'
import { createRpc, type Rpc } from './rpc.ts'

export type KuboOptions = {
  /** The service's name for messages; default `kubo`. */
  readonly name?: string
  /** The provider's kind; default `kubo`. */
  readonly kind?: string
  readonly url: string
  readonly token?: Secret
  readonly store: PinnedContent
  /** Absent where archives are never sent. */
  readonly archives?: Pick<DagArchives, 'read'>
  /** Longest time without progress. Two of them and a pause are less than 90 seconds. */
  readonly timeoutMs?: number
  /** A service with many pins of others answers about single ones only, and has no view of files. */
  readonly listsAll?: boolean
}

/** The empty file: any service can answer whether it has it. */
const emptyFile = Cid('QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH')

/** Files go together in one request up to these limits; larger ones alone. */
const batchLimits = { batchesInFlight: 3, itemsPerBatch: 32, bytesPerBatch: 4 * 1024 * 1024 }

/** Up to so many pins are asked for one by one: a node may have many more of others. */
const askedSingly = 64
const askedAtOnce = 8

/**
 * Pins with a Kubo node, or a service that speaks Kubo's RPC interface.
 * @throws ColdpressError `invalid` when the address or the token cannot be used at all.
 */
export const createKuboPinner = (options: KuboOptions): Pinner => {
  const { store, archives, token, timeoutMs = 35_000, kind = 'kubo', listsAll = true } = options
  const rpc = createRpc({ url: options.url, token, timeoutMs })
  const sending = createGatherer<FileToAdd>({
    ...batchLimits,
    sizeOf: ({ size }) => size,
    fits: canGoTogether,
    send: (files, signal) => sendFiles(rpc, store, files, signal),
  })
  const resend = async (cid: Cid, signal: AbortSignal, label?: PinLabel): Promise<void> => {
    const { size } = await requireContent(store, cid)
    await sending.add({ cid, size, label }, signal)
  }

  return {
    name: options.name ?? 'kubo',
    identify: async (signal) => ({ kind, url: rpc.url, peer: await peerOf(rpc, signal) }),
    pin: async (cid, signal, label) => {
      if (!(await isPinned(rpc, cid, signal))) await resend(cid, signal, label)
    },
    resend,
    pinned: async (cids, signal) =>
      listsAll && cids.length > askedSingly
        ? await pinnedOfAll(rpc, cids, signal)
        : await askEach(cids, askedAtOnce, (cid) => isPinned(rpc, cid, signal)),
    state: async (cid, signal) =>
      (await isPinned(rpc, cid, signal))
        ? await readState(rpc, cid, store.maxBytesOf(cid), signal)
        : 'unpinned',
    read: (cid, signal, take) =>
      rpc.exchange('cat', signal, (client, deadline) => take(readLocally(client, cid, deadline))),
    // The version is returned without credentials; a list of pins is not.
    async test(signal) {
      await isPinned(rpc, emptyFile, signal)
    },
    prove: (signal) => prove(rpc, signal),
    ...(listsAll
      ? {
          makeFolder: (folder, signal) => makeKuboFolder(rpc, folder, signal),
          findProviders: async (cid, signal) =>
            findProviders(rpc, cid, await peerOf(rpc, signal), signal),
        }
      : {}),
    ...(archives === undefined
      ? {}
      : {
          archives: {
            isPinned: (cid, signal) => isPinned(rpc, cid, signal),
            pin: (cid, signal) => importArchive(rpc, archives, cid, signal),
          },
        }),
  }
}

const isPinned = (rpc: Rpc, cid: AnyCid, signal: AbortSignal): Promise<boolean> =>
  rpc.exchange('pin/ls', signal, async (client, deadline) => {
    try {
      const pins = client.pin.ls({
        paths: cidObject(cid),
        type: 'recursive',
        signal: deadline.signal,
      })
      for await (const pin of pins) if (sameContent(pin.cid.toString(), cid)) return true
      return false
    } catch (error) {
      if (isNotPinnedError(error)) return false
      throw error
    }
  })

/** All pins of the node in one answer, which is read while it comes. */
const pinnedOfAll = (
  rpc: Rpc,
  cids: readonly Cid[],
  signal: AbortSignal,
): Promise<ReadonlySet<Cid>> =>
  rpc.exchange('pin/ls', signal, async (client, deadline) => {
    const wanted = new Set(cids)
    const found = new Set<Cid>()
    for await (const { cid } of client.pin.ls({ type: 'recursive', signal: deadline.signal })) {
      deadline.progress()
      const v0 = readCid(cid.toString())?.v0
      if (v0 !== undefined && wanted.has(v0)) found.add(v0)
    }
    return found
  })

/** Sends a batch, and takes back what the service pinned under another CID. */
const sendFiles = async (
  rpc: Rpc,
  store: PinnedContent,
  files: readonly FileToAdd[],
  signal: AbortSignal,
): Promise<readonly unknown[]> => {
  const [first, second] = files
  const isLarge =
    first !== undefined && second === undefined && first.size > batchLimits.bytesPerBatch
  const answers = isLarge
    ? [await addLargeFile(rpc, store, first, signal)]
    : await rpc.exchange('add', signal, (client, deadline) =>
        addFiles(client, store, files, deadline),
      )
  return await Promise.all(
    files.map(async ({ cid }, at) => {
      const given = answers[at]
      if (given === undefined)
        return cidNotSaid(rpc.service, cid, { operation: 'add', status: 200 })
      if (!isForeign(given, cid)) return undefined
      await unpin(rpc, given, signal).catch(() => undefined)
      return foreignCid(rpc.service, cid, given)
    }),
  )
}

const unpin = (rpc: Rpc, cid: string, signal: AbortSignal): Promise<void> =>
  rpc.exchange('pin/rm', signal, async (client, deadline) => {
    await client.pin.rm(cid, { signal: deadline.signal })
  })

/** Empty where the node does not say, or may not: a token can allow single calls only. */
const peerOf = (rpc: Rpc, signal: AbortSignal): Promise<string> =>
  rpc.exchange('id', signal, async (client, deadline) => {
    try {
      return (await client.id({ signal: deadline.signal })).id.toString()
    } catch (error) {
      if (isNoSuchCall(error)) return ''
      throw error
    }
  })

/** As the node has it itself: it must not fetch what it lacks from others. */
const readLocally = (
  client: KuboRPCClient,
  cid: Cid,
  deadline: Deadline,
): AsyncIterable<Uint8Array> => {
  const offline = { offline: true, signal: deadline.signal }
  return deadline.progressing(client.cat(cidObject(cid), offline))
}

const readState = async (
  rpc: Rpc,
  cid: Cid,
  maxBytes: number,
  signal: AbortSignal,
): Promise<PinState> => {
  try {
    return await rpc.exchange('cat', signal, async (client, deadline) => {
      try {
        const bytes = readLocally(client, cid, deadline)
        return (await isContent(bytes, cid, maxBytes)) ? 'sound' : 'incomplete'
      } catch (error) {
        if (isNoSuchCall(error)) return 'unread'
        throw error
      }
    })
  } catch (error) {
    signal.throwIfAborted()
    // The node has just said that it has the pin: what it cannot give is missing, or damaged.
    if (error instanceof ColdpressError && isUnreadable(error)) return 'incomplete'
    throw error
  }
}

const isUnreadable = ({ code, details }: ColdpressError): boolean =>
  code === 'timeout' || (code === 'service_error' && details['final'] === undefined)

/** Adds a file of its own, finds it in the list, reads it and removes it. */
const prove = async (rpc: Rpc, signal: AbortSignal): Promise<void> => {
  const bytes = new TextEncoder().encode(`Coldpress checks this place: ${randomUUID()}\n`)
  const cid = await cidOf(bytes)
  const given = await rpc.exchange('add', signal, async (client, { signal: limit }) => {
    const options = { ...cidFlags, pin: true, signal: limit }
    const added = await client.add(bytes, options)
    return added.cid.toString()
  })
  try {
    if (isForeign(given, cid)) throw foreignCid(rpc.service, cid, given)
    if (!(await isPinned(rpc, cid, signal))) throw unproved(rpc, 'pin/ls', 'does not list it')
    const state = await readState(rpc, cid, bytes.length, signal)
    if (state !== 'sound') throw unproved(rpc, 'cat', 'does not give it back')
  } finally {
    await unpin(rpc, given, signal).catch(() => undefined)
  }
}

const unproved = ({ service }: Rpc, operation: string, what: string): ColdpressError =>
  errorBy(
    pinErrors,
    'unproved_place',
    { operation, status: 200 },
    `${service} took a file and ${what}. If its token allows single calls only, allow add, cat, id, pin/ls and pin/rm.`,
  )

/** More are not counted. */
const mostProviders = 20

/**
 * Has the node ask the network who has some content. Strangers learn of the question.
 * @returns undefined where the node is offline
 */
const findProviders = (
  rpc: Rpc,
  cid: AnyCid,
  own: string,
  signal: AbortSignal,
): Promise<Providers | undefined> =>
  rpc.exchange('routing/findprovs', signal, async (client, deadline) => {
    const found = new Set<string>()
    const options = { numProviders: mostProviders, signal: deadline.signal }
    try {
      for await (const event of client.routing.findProvs(cid, options)) {
        deadline.progress()
        if (event.name !== 'PROVIDER') continue
        for (const { id } of event.providers) found.add(id.toString())
      }
    } catch (error) {
      if (isOfflineNode(error)) return undefined
      throw error
    }
    const isAnnounced = found.delete(own)
    return { isAnnounced, others: found.size }
  })
