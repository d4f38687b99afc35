import type { Mint } from '../shared/wire/mint.ts'
import { replaceFile } from '../core/disk/durable-file.ts'
import { followMint } from '../core/minting/follow-mint.ts'
import { requestOfMint } from '../core/minting/mint-request.ts'
import { thumbnailsOf } from '../core/minting/mint-thumbnails.ts'
import { writeRequestFile } from '../core/signing/request-file.ts'
import { writeOutput } from './files.ts'
import { mintAnswer } from './mint-answers.ts'
import type { MintDesk } from './mint-desk.ts'
import { showMintProgress } from './mint-progress.ts'
import type { Answer } from './program.ts'

export type FollowAndAnswer = {
  /** Until it is confirmed; else until it was sent. */
  readonly isPatient: boolean
  /** Where to write the signing request of a mint that waits for signatures. */
  readonly out?: string | undefined
}

/** Where nothing answers, a command that need not wait does not wait for it. */
const sendingMs = 20_000

/**
 * Brings a mint as far as was asked for and says how it stands. Interrupted, it says so too: the
 * mint is written down and goes on with the next command.
 */
export const followAndAnswer = async (
  desk: MintDesk,
  mint: Mint,
  { isPatient, out }: FollowAndAnswer,
): Promise<Answer> => {
  const { session, isLocal } = desk
  const last = await watch(desk, mint, isPatient)
  const isInterrupted = session.signal.aborted
  const isAwaiting = last.status === 'awaiting_witnesses' && last.held !== true
  const requestFile = isAwaiting ? out : undefined
  if (requestFile !== undefined) await writeRequest(desk, last, requestFile)
  return mintAnswer(last, { requestFile, isLocal, isInterrupted })
}

const watch = async (
  { session, client }: MintDesk,
  mint: Mint,
  isPatient: boolean,
): Promise<Mint> => {
  const progress = showMintProgress(session.terminal)
  const patience = isPatient ? [] : [AbortSignal.timeout(sendingMs)]
  const signal = AbortSignal.any([session.signal, ...patience])
  try {
    return await followMint(client, mint, {
      until: isPatient ? 'completed' : 'sent',
      signal,
      onProgress: progress.update,
    })
  } catch (error) {
    if (!signal.aborted) throw error
    return client.getMint(mint.collection_id, mint.id)
  } finally {
    progress.end()
  }
}

/** The signing request of a mint, with the signatures that are there. */
const writeRequest = async (
  { core, client, session: { signal } }: MintDesk,
  mint: Mint,
  out: string,
): Promise<void> => {
  const collection = await client.getCollection(mint.collection_id)
  const payout = collection.payout_address ?? []
  const request = requestOfMint(mint, {
    collectionName: collection.name,
    payoutAddresses: typeof payout === 'string' ? [payout] : payout.map(({ addr }) => addr),
    thumbnails: await thumbnailsOf(
      mint,
      { client, content: core.content, images: core.images },
      signal,
    ),
    createdAt: new Date(),
  })
  const bytes = new TextEncoder().encode(writeRequestFile(request))
  await writeOutput(out, (absolute) => replaceFile(absolute, bytes))
}
