import { isColdpressError } from '#values/errors/errors.ts'
import type { AnyCid, Cid } from '../content/cid.ts'
import { askEach } from './ask-each.ts'
import { finalError } from './final-error.ts'
import { type PinnedContent, requireContent } from './missing-content.ts'
import type { Pinner, PinLabel } from './pinner.ts'

/** A file that is uploaded to a service. */
export type Upload = {
  readonly cid: Cid
  /** Bytes. */
  readonly size: number
  readonly bytes: AsyncIterable<Uint8Array>
  readonly label: PinLabel | undefined
}

export const pinNameOf = (cid: AnyCid, label: PinLabel | undefined): string =>
  label === undefined ? cid : `${label.collection}: ${label.token}`

const askedAtOnce = 4

/** In bytes: what is sent sooner than the service is asked whether it has it. */
const sentUnasked = 4_000_000

/**
 * A service that takes uploads and is asked about single CIDs. `upload` compares the CID that the
 * service answers. A file that it has already is the same file there: to send it again costs
 * nothing but its bytes, and a question costs a call of the few that such services allow.
 */
export const uploadingPinner = (options: {
  readonly name: string
  readonly service: string
  readonly kind: string
  readonly url: string
  readonly store: PinnedContent
  /** Bytes; a larger file is not sent. */
  readonly largest: number
  readonly isPinned: (cid: Cid, signal: AbortSignal) => Promise<boolean>
  readonly upload: (file: Upload, signal: AbortSignal) => Promise<void>
  readonly test: (signal: AbortSignal) => Promise<void>
}): Omit<Pinner, 'state'> => {
  const { name, service, kind, url, store, largest, isPinned } = options
  /** Uploads whose answer did not come. */
  const unanswered = new Set<Cid>()
  const resend = async (cid: Cid, signal: AbortSignal, label?: PinLabel): Promise<void> => {
    const { size } = await requireContent(store, cid)
    if (size > largest)
      throw finalError(
        'image',
        'too_large',
        `${service} takes files up to ${Math.floor(largest / 1_000_000)} MB; ${cid} has ${Math.ceil(size / 1_000_000)} MB. Pin it at a node of your own.`,
        { cid },
      )
    const bytes = store.read(cid)
    try {
      await options.upload({ cid, size, bytes, label }, signal)
      unanswered.delete(cid)
    } catch (error) {
      if (!isColdpressError(error, 'rate_limited')) unanswered.add(cid)
      throw error
    } finally {
      bytes.destroy()
    }
  }
  const isWorthAsking = (cid: Cid): boolean =>
    unanswered.has(cid) || store.maxBytesOf(cid) > sentUnasked
  return {
    name,
    identify: async () => ({ kind, url, peer: '' }),
    pin: async (cid, signal, label) => {
      if (isWorthAsking(cid) && (await isPinned(cid, signal))) return
      await resend(cid, signal, label)
    },
    resend,
    pinned: (cids, signal) => askEach(cids, askedAtOnce, (cid) => isPinned(cid, signal)),
    test: (signal) => options.test(signal),
  }
}
