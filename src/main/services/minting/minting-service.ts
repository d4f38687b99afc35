import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import type { Collection } from '#contract/collections/collection.ts'
import type { Mint } from '#contract/mints/mint.ts'
import type { MintingClient } from '#app/api/client.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import { witnessesFor } from '#app/mints/mint-witnesses.ts'
import { replacedMint } from '#app/mints/stale-mint.ts'
import { networkOfMint } from '#app/mints/mint-network.ts'
import type { ConfirmingContext } from '../confirm/confirmations.ts'
import { confirmOutsideDevnet } from '../confirm/outside-devnet.ts'
import { signatureQuestion } from '#app/signing/signature-question.ts'
import type { PickedFiles } from '../picked-files.ts'
import type { WindowHandlersOf, ServicesDeps } from '../services-deps.ts'
import { readSigningSource } from '../signing/signing-source.ts'
import { type HasKey, mintKeysHere } from '#app/mints/mint-keys-here.ts'
import { findSigningRequest, requestFileOf, signedTransactions } from '#app/mints/mint-in-inbox.ts'
import { describeMint, type MintedIn, summarizeMint } from '#app/mints/show-mint.ts'
import { requireImages } from '#app/mints/images-to-mint.ts'
import { openMintingAccount } from '#app/mints/minting-account.ts'
import { inspectMint } from '#app/mints/inspect-mint.ts'
import { reviewMint } from '#app/mints/review-mint.ts'
import { payFromTestWallet } from '#app/mints/test-wallet.ts'
import { estimateHandlers } from './mint-estimate.ts'
import { requireMintRehearsal } from '#app/mints/rehearsal/rehearsal-state.ts'
import { createMintRehearsalService } from './mint-rehearsal.ts'
import { createImageChecks } from './image-checks.ts'
import { mintErrors, mintTermsOf } from '#app/mints/mint-terms.ts'
import { createMintWatch, type MintWatch } from './mint-watch.ts'
import {
  confirmRoyaltyOutsideDevnet,
  royaltyHandlers,
  testWalletPatience,
} from './royalty-handlers.ts'

export type MintingDeps = ConfirmingContext &
  Pick<ServicesDeps, 'emit' | 'dialogs'> & {
    readonly picked: PickedFiles
    readonly now?: () => Date
  }

type Minting = WindowHandlersOf<'minting'>
type CollectionRef = { readonly accountId: string; readonly collectionId: string }
type MintRef = CollectionRef & { readonly mintId: string }

export type MintingService = { readonly handlers: Minting; readonly close: () => void }

export const createMintingService = (deps: MintingDeps): MintingService => {
  const watch = createMintWatch(deps)
  const context = contextOf(deps, watch)
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

type LoadedMint = {
  readonly client: MintingClient
  readonly collection: Collection
  readonly mint: Mint
}

/** Loads a mint with its collection, and formats the answer that all handlers share. */
type MintContext = ReturnType<typeof contextOf>

const contextOf = (deps: MintingDeps, { watch }: MintWatch) => {
  const { core, now = () => new Date() } = deps
  return {
    at: async ({ accountId, collectionId, mintId }: MintRef): Promise<LoadedMint> => {
      const client = await core.accounts.client(accountId)
      const [collection, mint] = await Promise.all([
        client.getCollection(collectionId),
        client.getMint(collectionId, mintId),
      ])
      return { client, collection, mint }
    },
    /** The effects of its transactions, from their bytes, their parents and this vault. */
    inspected: ({ client, mint }: Pick<LoadedMint, 'client' | 'mint'>) =>
      inspectMint(mint, { client, ownership: core.ownership, home: core.home, now: now() }),
    /** Formats a changed mint and watches it from then on. */
    answer: (accountId: string, mint: Mint, collection: MintedIn) => {
      if (!isOver(mint)) watch(accountId, mint, collection.name)
      return describeMint(core, mintKeysHere(core, accountId, mint), mint, collection)
    },
    now,
  }
}

const isOver = ({ status }: Mint): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

type Building =
  | 'minting.terms'
  | 'minting.fund'
  | 'minting.check'
  | 'minting.estimate'
  | 'minting.build'
  | 'minting.mintedTo'
  | 'minting.estimateBurn'
  | 'minting.buildBurn'
  | 'minting.rebuild'

const buildingHandlers = (
  deps: MintingDeps,
  { answer, now }: MintContext,
): Pick<Minting, Building> => {
  const { core, log } = deps
  const terms = async ({ accountId, collectionId }: CollectionRef) => {
    const client = await core.accounts.client(accountId)
    const [collection, funding] = await Promise.all([
      client.getCollection(collectionId),
      client.getFunding(collectionId),
    ])
    return mintTermsOf(core.vault, core.accounts.get(accountId), collection, funding, now())
  }
  const built = async (
    { accountId, collectionId }: CollectionRef,
    create: (client: MintingClient) => Promise<Mint>,
  ) => {
    const client = await core.accounts.client(accountId)
    const { name } = await client.getCollection(collectionId)
    const mint = await create(client)
    log({
      level: 'info',
      kind: 'collection',
      message: `A ${nounOf(mint)} of ${countText(mint.tokens.length, 'token')} of ${name} was built; nothing is signed yet.`,
      details: { accountId, collectionId, mintId: mint.id },
    })
    return answer(accountId, mint, { client, name })
  }
  return {
    'minting.terms': terms,
    'minting.fund': async ({ lovelace, ...collectionRef }) => {
      const { funding } = await terms(collectionRef)
      const account = core.accounts.get(collectionRef.accountId)
      await payFromTestWallet(
        { core, account },
        funding.address,
        BigInt(lovelace),
        testWalletPatience,
      )
      return terms(collectionRef)
    },
    'minting.check': async ({ accountId, collectionId, form }) => {
      const client = await core.accounts.client(accountId)
      const collection = await client.getCollection(collectionId)
      return mintErrors(core.accounts.get(accountId), collection, form, now())
    },
    ...estimateHandlers(core),
    'minting.build': async ({
      form,
      skipsRehearsal,
      acceptsLocalImages,
      acceptsUnfetchedImages,
      ...ref
    }) => {
      const accepted = { acceptsLocalImages, acceptsUnfetchedImages }
      const minting = await openMintingAccount(core, ref.accountId)
      const wanted = { collectionId: ref.collectionId, tokens: form.tokens }
      await requireImages(minting, wanted, accepted)
      if (skipsRehearsal !== true) await requireMintRehearsal(minting, wanted, 'mint')
      if (form.royalty !== null && form.royalty !== undefined)
        await confirmRoyaltyOutsideDevnet(deps, ref, form.royalty)
      return built(ref, (client) => client.createMint(ref.collectionId, { ...form, hold: true }))
    },
    'minting.rebuild': ({ mintId, validForSeconds, ...ref }) =>
      built(ref, (client) =>
        client.rebuildMint(ref.collectionId, mintId, {
          hold: true,
          ...(validForSeconds === null ? {} : { valid_for_seconds: validForSeconds }),
        }),
      ),
    'minting.mintedTo': async ({ accountId, collectionId, tokens }) =>
      mintedTo(await core.accounts.client(accountId), collectionId, tokens),
    'minting.buildBurn': ({ form, ...ref }) =>
      built(ref, (client) => client.createBurn(ref.collectionId, { ...form, hold: true })),
  }
}

type Showing = 'minting.list' | 'minting.show' | 'minting.review' | 'minting.cancel'

const showingHandlers = (
  { core, log }: MintingDeps,
  { at, answer, inspected }: MintContext,
): Pick<Minting, Showing> => ({
  'minting.list': async ({ accountId, collectionId }) => {
    const client = await core.accounts.client(accountId)
    try {
      const mints = await Array.fromAsync(client.mints(collectionId, { order: 'desc' }))
      return {
        canMint: true,
        mints: await Promise.all(mints.map((mint) => summarizeMint(core, mint))),
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
    return reviewMint(loaded.mint, await inspected(loaded))
  },
  'minting.cancel': async (mintRef) => {
    const { client, collection, mint } = await at(mintRef)
    await client.cancelMint(mintRef.collectionId, mintRef.mintId)
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
  const { core, picked, dialogs, log } = deps
  const { at, answer, inspected, now } = context
  const feed = async (
    mintRef: MintRef,
    files: (mint: Mint) => Promise<Parameters<typeof witnessesFor>[1]>,
  ) => {
    const { client, mint, collection } = await at(mintRef)
    const replaced = await replacedMint(client, mint)
    const witnesses = witnessesFor(mint, await files(mint), replaced)
    const after = await client.addWitnesses(mintRef.collectionId, mintRef.mintId, witnesses)
    return answer(mintRef.accountId, after, { client, name: collection.name })
  }
  const requestFile = (client: MintingClient, mint: Mint) => {
    const { content, images } = core
    return requestFileOf({ client, content, images }, mint, now())
  }
  return {
    'minting.sign': async (mintRef) => {
      const { client, mint, collection } = await at(mintRef)
      await requireOpenVault(core, mintKeysHere(core, mintRef.accountId, mint), mint)
      const network = networkOfMint(mint)
      if (network !== 'devnet')
        await confirmOutsideDevnet(
          deps,
          core.accounts.get(mintRef.accountId),
          signatureQuestion(network, await inspected({ client, mint })),
        )
      const { collectionId, mintId } = mintRef
      const after =
        mint.held === true
          ? await client.releaseMint(collectionId, mintId)
          : await client.addWitnesses(collectionId, mintId, { witnesses: [] })
      log({
        level: 'info',
        kind: 'signing',
        message:
          after.status === 'awaiting_witnesses'
            ? `A ${nounOf(mint)} of ${collection.name} waits for signatures from elsewhere.`
            : `A ${nounOf(mint)} of ${collection.name} was signed and is on its way.`,
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
    'minting.importSignatures': (mintRef) =>
      feed(mintRef, (mint) => signedTransactions(core, mint)),
    'minting.openInInbox': async (mintRef) => {
      const { client, mint } = await at(mintRef)
      const known = await findSigningRequest(core, mint)
      if (known !== null) return { requestId: known.requestId }
      const { name, text } = await requestFile(client, mint)
      return { requestId: core.signing.receive(text, { origin: 'app', name }).id }
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
        message: `A request to sign a ${nounOf(mint)} of ${collection.name} was saved.`,
        details: { ...mintRef, path },
      })
      return path
    },
  }
}

const nounOf = ({ kind }: Mint): 'burn' | 'mint' => (kind === 'burn' ? 'burn' : 'mint')

/**
 * The studio would park what a locked vault cannot sign, without a dialog that says so.
 * @throws ColdpressError `vault_locked` when the vault has a key that has to sign
 */
const requireOpenVault = async (
  { vault }: Pick<MintingDeps['core'], 'vault'>,
  hasKey: HasKey,
  { transactions }: Mint,
): Promise<void> => {
  if (vault.status().state === 'unlocked') return
  const missing = new Set(transactions.flatMap((transaction) => transaction.missing))
  for (const keyHash of missing)
    if (await hasKey(keyHash))
      throw new ColdpressError(
        'vault_locked',
        'The vault is locked, so its keys cannot sign. Unlock it; nothing was signed or sent.',
      )
}

/** The addresses that the tokens were minted to, as the service's completed mints say. */
const mintedTo = async (
  client: Pick<MintingClient, 'mints'>,
  collectionId: string,
  tokenIds: readonly string[],
): Promise<string[]> => {
  const wanted = new Set(tokenIds)
  const addresses = new Set<string>()
  for await (const { kind, status, tokens } of client.mints(collectionId, { order: 'desc' })) {
    if (kind === 'burn' || status !== 'completed') continue
    for (const { id, address } of tokens) if (wanted.delete(id)) addresses.add(address)
    if (wanted.size === 0) break
  }
  return [...addresses]
}
