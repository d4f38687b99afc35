import { isColdpressError } from '#values/errors/errors.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { MintingClient } from '#app/api/client.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import { cancelUnsent } from '#app/mints/cancel-mint.ts'
import { addSignatures } from '#app/mints/mint-witnesses.ts'
import type { SignedFile } from '#app/mints/signed-file.ts'
import { readSigningSource } from '../signing/signing-source.ts'
import { mintKeysHere } from '#app/mints/mint-keys-here.ts'
import { findSigningRequest, requestFileOf, signedTransactions } from '#app/mints/mint-in-inbox.ts'
import { summarizeMint } from '#app/mints/show-mint.ts'
import { reviewMint } from '#app/mints/review-mint.ts'
import { buildingHandlers } from './build-handlers.ts'
import {
  createMintingContext,
  type MintContext,
  type Minting,
  type MintingDeps,
  type ShownMintRef,
} from './minting-context.ts'
import { nounOfMint, signMintWhenConfirmed } from '#app/mints/sign-mint.ts'
import { asksOutsidePage } from '../confirm/outside-devnet.ts'
import { createMintRehearsalService } from './mint-rehearsal.ts'
import { createImageChecks } from './image-checks.ts'
import { createMintWatch } from './mint-watch.ts'
import { royaltyHandlers } from './royalty-handlers.ts'

export type MintingService = { readonly handlers: Minting; readonly close: () => void }

export const createMintingService = (deps: MintingDeps): MintingService => {
  const watch = createMintWatch(deps)
  const context = createMintingContext(deps, watch)
  const rehearsal = createMintRehearsalService(deps)
  const images = createImageChecks(deps)
  return {
    handlers: {
      ...royaltyHandlers(deps),
      ...rehearsal.handlers,
      ...images.handlers,
      ...buildingHandlers(deps, context),
      ...showingHandlers(deps, context),
      ...signingHandlers(deps, context),
    },
    close: () => {
      rehearsal.close()
      images.close()
      watch.close()
    },
  }
}

type Showing = 'minting.list' | 'minting.show' | 'minting.review' | 'minting.cancel'

const showingHandlers = (
  { app, log }: MintingDeps,
  { at, answer, opened }: MintContext,
): Pick<Minting, Showing> => ({
  'minting.list': async ({ accountId, collectionId }) => {
    const client = await app.accounts.client(accountId)
    try {
      const mints = await Array.fromAsync(client.mints(collectionId, { order: 'desc' }))
      return {
        canMint: true,
        mints: await Promise.all(mints.map((mint) => summarizeMint(app, mint))),
      }
    } catch (error) {
      // Minting for own use is Coldpress's own; other services answer `not_found`.
      if (!isColdpressError(error, 'not_found')) throw error
      return { canMint: false, mints: [] }
    }
  },
  'minting.show': async (mintRef) => {
    const { client, mint, collection } = await at(mintRef)
    return answer(mintRef.accountId, mint, { client, name: collection.name })
  },
  'minting.review': async (mintRef) => {
    const loaded = await at(mintRef)
    return reviewMint(loaded.mint, (await opened(loaded)).transactions)
  },
  'minting.cancel': async (mintRef) => {
    const { client, collection, mint } = await at(mintRef)
    await cancelUnsent(client, mint)
    log({
      level: 'info',
      kind: 'collection',
      message:
        mint.kind === 'burn'
          ? `A burn of ${collection.name} was cancelled; nothing was burned.`
          : `A mint of ${collection.name} was cancelled; its tokens are free again.`,
      details: { ...mintRef },
    })
    return null
  },
})

type Signing =
  | 'minting.sign'
  | 'minting.addWitnesses'
  | 'minting.importSignatures'
  | 'minting.openInInbox'
  | 'minting.saveRequest'

const signingHandlers = (deps: MintingDeps, context: MintContext): Pick<Minting, Signing> => {
  const { app, picked, dialogs, log } = deps
  const { at, answer, now } = context
  const feed = async (
    mintRef: ShownMintRef,
    files: (mint: Mint) => Promise<readonly SignedFile[]>,
  ) => {
    const { client, mint, collection } = await at(mintRef)
    const after = await addSignatures(client, mint, await files(mint))
    return answer(mintRef.accountId, after, { client, name: collection.name })
  }
  const requestFile = (client: MintingClient, mint: Mint) => {
    const { content, images } = app
    return requestFileOf({ client, content, images }, mint, now())
  }
  return {
    'minting.sign': async (mintRef) => {
      const { client, mint, collection } = await at(mintRef)
      const account = app.accounts.get(mintRef.accountId)
      const after = await signMintWhenConfirmed(
        {
          app,
          client,
          account,
          hasKey: mintKeysHere(app, mintRef.accountId, mint),
          now: now(),
          asks: asksOutsidePage(deps, account),
        },
        mint,
      )
      log({
        level: 'info',
        kind: 'signing',
        message:
          after.status === 'awaiting_witnesses'
            ? `A ${nounOfMint(mint)} of ${collection.name} waits for signatures from elsewhere.`
            : `A ${nounOfMint(mint)} of ${collection.name} was signed and is on its way.`,
        details: {
          ...mintRef,
          transactions: after.transactions.map((transaction) => transaction.tx_id).join(', '),
        },
      })
      return answer(mintRef.accountId, after, { client, name: collection.name })
    },
    'minting.addWitnesses': ({ source, ...mintRef }) =>
      feed(mintRef, async () => {
        const { text, from } = await readSigningSource(source, picked)
        return [{ name: from.name ?? 'signature', text }]
      }),
    'minting.importSignatures': (mintRef) => feed(mintRef, (mint) => signedTransactions(app, mint)),
    'minting.openInInbox': async (mintRef) => {
      const { client, mint } = await at(mintRef)
      const known = await findSigningRequest(app, mint)
      if (known !== null) return { requestId: known.requestId }
      const { name, text } = await requestFile(client, mint)
      return { requestId: app.signing.receive(text, { origin: 'app', name }).id }
    },
    'minting.saveRequest': async (mintRef) => {
      const { client, mint, collection } = await at(mintRef)
      const { name, text } = await requestFile(client, mint)
      const path = await dialogs.saveFile(name)
      if (path === null) return null
      await replaceFile(path, new TextEncoder().encode(text))
      log({
        level: 'info',
        kind: 'signing',
        message: `A request to sign a ${nounOfMint(mint)} of ${collection.name} was saved.`,
        details: { ...mintRef, path },
      })
      return path
    },
  }
}
