import { messageOf } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { App } from '#app/create-app.ts'
import { followMint } from '#app/mints/follow-mint.ts'
import type { ServicesDeps, WriteLog } from '../services-deps.ts'

export type MintWatch = {
  /** Logs the end of mints that were sent from this process, even when no view shows them. */
  readonly watch: (accountId: string, mint: Mint, collectionName: string) => void
  readonly close: () => void
}

const pauseMs = 2_000

export const createMintWatch = ({
  app,
  emit,
  log,
}: Pick<ServicesDeps, 'emit'> & { readonly app: App; readonly log: WriteLog }): MintWatch => {
  const stop = new AbortController()
  const watched = new Set<string>()

  const follow = async (accountId: string, mint: Mint, collectionName: string): Promise<void> => {
    const client = await app.accounts.client(accountId)
    const { signal } = stop
    const { id, collection_id: collectionId } = mint
    const ended = await followMint(client, mint, { until: 'completed', signal, pauseMs })
    emit('minting.ended', {
      accountId,
      collectionId,
      mintId: id,
      status: ended.status,
      kind: mint.kind,
      tokens: mint.tokens.length,
      collectionName,
    })
    const what = wordsFor(mint, collectionName)
    const details = { accountId, collectionId, mintId: id }
    if (ended.status === 'completed')
      log({ level: 'info', kind: 'collection', message: `${what} on the chain.`, details })
    if (ended.status === 'failed')
      log({
        level: 'error',
        kind: 'collection',
        message: `${what} not on the chain: ${ended.message ?? 'its time is over'}`,
        details,
      })
  }

  return {
    watch: (accountId, mint, collectionName) => {
      if (watched.has(mint.id) || mint.status === 'awaiting_witnesses') return
      watched.add(mint.id)
      follow(accountId, mint, collectionName)
        .catch((error: unknown) => {
          if (stop.signal.aborted) return
          const message = `${collectionName}: its mint cannot be watched: ${messageOf(error)}`
          log({ level: 'warning', kind: 'connection', message })
        })
        .finally(() => watched.delete(mint.id))
    },
    close: () => stop.abort(),
  }
}

const wordsFor = (
  { kind, with_royalty: withRoyalty, tokens }: Mint,
  collectionName: string,
): string => {
  if (kind === 'royalty') return `The royalty token of ${collectionName} is`
  if (kind === 'withdrawal') return `What was sent away from ${collectionName} is`
  if (kind === 'refund') return `What was paid for ${collectionName} and is given back is`
  if (kind === 'burn')
    return `The burn of ${countText(tokens.length, 'token')} of ${collectionName} is`
  if (withRoyalty === true)
    return `The royalty token and ${countText(tokens.length, 'token')} of ${collectionName} are`
  return tokens.length === 1
    ? `One token of ${collectionName} is`
    : `${tokens.length} tokens of ${collectionName} are`
}
