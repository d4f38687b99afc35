import { countText } from '#values/text/format.ts'
import {
  burnWhenConfirmed,
  mintWhenConfirmed,
  rebuildWhenConfirmed,
} from '#app/mints/build-mint.ts'
import { tokensToMint } from '#app/mints/chosen-tokens.ts'
import { type MintingAccount, openMintingAccount } from '#app/mints/minting-account.ts'
import { spendTestWallet } from '#app/mints/test-wallet.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { Mint, MintEstimate } from '#contract/mints/mint.ts'
import type { MintingClient } from '#app/api/client.ts'
import type { App } from '#app/create-app.ts'
import type { Asks } from '#app/asks.ts'
import {
  type MintedCollectionRef,
  type MintContext,
  type Minting,
  type MintingDeps,
} from './minting-context.ts'
import { mintErrors, mintTermsOf } from '#app/mints/mint-terms.ts'
import { nounOfMint } from '#app/mints/sign-mint.ts'
import { asksOutsidePage } from '../confirm/outside-devnet.ts'
import { testWalletPatience } from './royalty-handlers.ts'

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

export const buildingHandlers = (
  deps: MintingDeps,
  { answer, now }: MintContext,
): Pick<Minting, Building> => {
  const { app, log } = deps
  const terms = async ({ accountId, collectionId }: MintedCollectionRef) => {
    const client = await app.accounts.client(accountId)
    const [collection, funding] = await Promise.all([
      client.getCollection(collectionId),
      client.getFunding(collectionId),
    ])
    return mintTermsOf(app.vault, app.accounts.get(accountId), collection, funding, now())
  }
  const built = async (
    { accountId, collectionId }: MintedCollectionRef,
    build: (minting: MintingAccount<App> & { readonly asks: Asks }) => Promise<Mint>,
  ) => {
    const minting = await openMintingAccount(app, accountId)
    const { client, account } = minting
    const { name } = await client.getCollection(collectionId)
    const mint = await build({ ...minting, asks: asksOutsidePage(deps, account) })
    log({
      level: 'info',
      kind: 'collection',
      message: `A ${nounOfMint(mint)} of ${countText(mint.tokens.length, 'token')} of ${name} was built; nothing is signed yet.`,
      details: { accountId, collectionId, mintId: mint.id },
    })
    return answer(accountId, mint, { client, name })
  }
  return {
    'minting.terms': terms,
    'minting.fund': async ({ lovelace, ...collectionRef }) => {
      const { funding } = await terms(collectionRef)
      const account = app.accounts.get(collectionRef.accountId)
      await spendTestWallet({ app, account }, funding.address, BigInt(lovelace), testWalletPatience)
      return terms(collectionRef)
    },
    'minting.check': async ({ accountId, collectionId, form }) => {
      const client = await app.accounts.client(accountId)
      const collection = await client.getCollection(collectionId)
      return mintErrors(app.accounts.get(accountId), collection, form, now())
    },
    ...estimateHandlers(app),
    'minting.build': ({ form, accountId, collectionId, ...accepted }) =>
      built({ accountId, collectionId }, (minting) =>
        mintWhenConfirmed(minting, collectionId, form, { ...accepted, ...held }),
      ),
    'minting.rebuild': ({ mintId, validForSeconds, ...ref }) =>
      built(ref, async (minting) =>
        rebuildWhenConfirmed(
          minting,
          await minting.client.getMint(ref.collectionId, mintId),
          validForSeconds === null ? {} : { valid_for_seconds: validForSeconds },
          held,
        ),
      ),
    'minting.mintedTo': async ({ accountId, collectionId, tokens }) =>
      mintedTo(await app.accounts.client(accountId), collectionId, tokens),
    'minting.buildBurn': ({ form, ...ref }) =>
      built(ref, (minting) => burnWhenConfirmed(minting, ref.collectionId, form, held)),
  }
}

/** The page shows it, and it is confirmed as it is signed. */
const held = { staysHeld: true }

type Estimating = Pick<Minting, 'minting.estimate' | 'minting.estimateBurn'>

/** One estimate at a time for each collection: the form has moved on from an earlier one. */
const estimateHandlers = ({ accounts }: Pick<App, 'accounts'>): Estimating => {
  const running = new Map<string, AbortController>()
  const latest = async (
    { accountId, collectionId }: MintedCollectionRef,
    ask: (client: MintingClient, signal: AbortSignal) => Promise<MintEstimate>,
  ): Promise<MintEstimate> => {
    const key = `${accountId} ${collectionId}`
    const ending = new AbortController()
    running.get(key)?.abort(new ColdpressError('cancelled', 'A later estimate replaces this one.'))
    running.set(key, ending)
    try {
      return await ask(await accounts.client(accountId), ending.signal)
    } finally {
      if (running.get(key) === ending) running.delete(key)
    }
  }
  return {
    'minting.estimate': ({ form, ...ref }) =>
      latest(ref, async (client, signal) => {
        const tokens = await tokensToMint(client, ref.collectionId, form.tokens, { signal })
        return client.estimateMint(ref.collectionId, { ...form, tokens }, { signal })
      }),
    'minting.estimateBurn': ({ form, ...ref }) =>
      latest(ref, (client, signal) => client.estimateBurn(ref.collectionId, form, { signal })),
  }
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
