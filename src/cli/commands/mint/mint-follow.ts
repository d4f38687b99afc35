import type { Mint } from '#contract/mints/mint.ts'
import { makeMintRequestFile } from '#app/mints/mint-request.ts'
import { followMint } from '#app/mints/follow-mint.ts'
import { mintAnswer } from './mint-answers.ts'
import type { MintSession } from './mint-session.ts'
import { showMintProgress } from './mint-progress.ts'
import { writeText } from '#cli/files.ts'
import type { CommandAnswer } from '#cli/program.ts'
import { createSignatureWait } from './signature-wait.ts'

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
  mintSession: MintSession,
  mint: Mint,
  { isPatient, out }: FollowAndAnswer,
): Promise<CommandAnswer> => {
  const { isLocal } = mintSession
  const last = await watch(mintSession, mint, isPatient)
  const requestFile = last.status === 'awaiting_witnesses' ? out : undefined
  if (requestFile !== undefined) await writeMintRequest(mintSession, last, requestFile)
  return mintAnswer(last, { requestFile, isLocal, until: isPatient ? 'completed' : 'sent' })
}

/** Writes a mint's signing request, with small images of its tokens, to a file. */
export const writeMintRequest = async (
  { app, client, session: { signal } }: MintSession,
  mint: Mint,
  out: string,
): Promise<void> => {
  const { content, images } = app
  await writeText(out, await makeMintRequestFile({ client, content, images }, mint, { signal }))
}

const watch = async (mintSession: MintSession, mint: Mint, isPatient: boolean): Promise<Mint> => {
  const { session, client } = mintSession
  const progress = showMintProgress(session.terminal)
  const patience = isPatient ? [] : [AbortSignal.timeout(sendingMs)]
  const signal = AbortSignal.any([session.signal, ...patience])
  try {
    return await followMint(client, mint, {
      until: isPatient ? 'completed' : 'sent',
      signal,
      onProgress: progress.update,
      ...(isPatient ? { isPatient: createSignatureWait(mintSession) } : {}),
    })
  } catch (error) {
    if (!signal.aborted) throw error
    return client.getMint(mint.collection_id, mint.id)
  } finally {
    progress.end()
  }
}
