import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { writeRequestFile } from '#app/signing/request-file.ts'
import { appCalls } from '#contract/settings/calls.ts'
import { importCalls } from '#contract/imports/calls.ts'
import { mintingCalls, type MintDetails, type MintTerms } from '#contract/mints/calls.ts'
import { phraseCalls } from '#contract/policies/phrase-calls.ts'
import { policyCalls } from '#contract/policies/calls.ts'
import { type SaleDetails, salesCalls } from '#contract/sales/calls.ts'
import { signingCalls } from '#contract/signing/calls.ts'
import { mintRequest, twoOfThree } from '../app/signing/requests.ts'
import type { RunningApp } from './app.ts'
import { confirming } from './confirm.ts'
import { openDraft } from './running-imports.ts'
import { type CollectionRef, openCollection, type Shop } from './selling.ts'
import { call, passphrase, uiTimeout } from './window-actions.ts'

/** Something of everything that a view can show, in an app whose vault is open. */
export type SeededHome = {
  /** With a royalty, minted and sold tokens, and others. */
  readonly shop: Shop
  /** A practice collection whose royalty is not paid, with a draft of an import. */
  readonly sample: CollectionRef
  readonly sampleName: string
  /** The run that filled the sample. */
  readonly job: string
  readonly mints: Readonly<Record<'completed' | 'held', string>>
  readonly sales: Readonly<Record<'reserved' | 'underpaid' | 'completed', string>>
  readonly policies: {
    /** Ids. */
    readonly ofShop: string
    readonly locked: string
    readonly lockedName: string
    /** Fingerprint of a phrase that the locked one's key is derived from. */
    readonly phrase: string
  }
  readonly requests: Readonly<Record<'own' | 'shared', string>>
}

const lockedName = 'Until the end of the century'

/** As long as a name may be, so that a view has to cut it. */
const longName = 'Pressed Leaves of a Whole Year, Gathered and Dried Between Heavy Books'
const tokens = [
  'Fern',
  'Allium, the ornamental onion',
  'Olive',
  'Ginkgo',
  'Poppy',
  'A name of thirty-two characters.',
  'Yarrow',
]

/** @param folder - with the table of the draft: an invalidFolder() */
export const seedHome = async (
  { app, page }: Pick<RunningApp, 'app' | 'page'>,
  folder: string,
): Promise<SeededHome> => {
  await call(page, 'vault.create', { passphrase })
  const { collectionId, job } = appCalls['app.trySample'].output.parse(
    await call(page, 'app.trySample', null),
  )
  const sample = { accountId: 'local', collectionId } as const
  const shop = await openCollection(page, { name: longName, tokens, hasRoyalty: true })
  const mints = await makeMints(page, shop)
  const sales = await makeSales(page, shop)
  const policies = await makePolicies({ app, page }, shop.collectionRef)
  const requests = {
    own: await receive(page, mintRequest({ title: longName })),
    shared: await receive(page, mintRequest({ policy: twoOfThree })),
  }
  await vi.waitFor(async () => expect(await runState(page, job)).toBe('done'), {
    timeout: uiTimeout,
  })
  await openDraft(page, folder, collectionId)
  return { shop, sample, sampleName: 'Pressed Herbarium', job, mints, sales, policies, requests }
}

const runState = async (page: Page, job: string) =>
  importCalls['imports.job'].output.parse(await call(page, 'imports.job', { job })).state

const makeMints = async (page: Page, { collectionRef, tokens: rows }: Shop) => {
  await call(page, 'minting.fund', { ...collectionRef, lovelace: '50000000' })
  const { funding } = await termsOf(page, collectionRef)
  const build = async (index: number): Promise<MintDetails> =>
    mintingCalls['minting.build'].output.parse(
      await call(page, 'minting.build', {
        ...collectionRef,
        form: {
          tokens: [rows[index]?.id],
          to: funding.address,
          funding: 'own',
        },
      }),
    )
  const { id: completed } = await build(0)
  await call(page, 'minting.sign', { ...collectionRef, mintId: completed })
  const status = async () =>
    mintingCalls['minting.show'].output.parse(
      await call(page, 'minting.show', { ...collectionRef, mintId: completed }),
    ).status
  await vi.waitFor(async () => expect(await status()).toBe('completed'), { timeout: uiTimeout })
  const { id: held } = await build(1)
  return { completed, held }
}

const termsOf = async (page: Page, collectionRef: CollectionRef): Promise<MintTerms> =>
  mintingCalls['minting.terms'].output.parse(await call(page, 'minting.terms', collectionRef))

const makeSales = async (page: Page, { collectionRef, tokens: rows }: Shop) => {
  const sell = async (index: number): Promise<SaleDetails> =>
    salesCalls['sales.create'].output.parse(
      await call(page, 'sales.create', {
        ...collectionRef,
        request: {
          type: 'fixed',
          tokens: [rows[index]?.id],
          price: 12_500_000,
          reservation_time: 3600,
        },
      }),
    )
  const reaches = ({ id }: SaleDetails, status: SaleDetails['status']) =>
    vi.waitFor(
      async () =>
        expect(
          salesCalls['sales.show'].output.parse(
            await call(page, 'sales.show', { ...collectionRef, saleId: id }),
          ).status,
        ).toBe(status),
      { timeout: uiTimeout },
    )
  const completed = await sell(2)
  await pay(completed, 'exact')
  const underpaid = await sell(3)
  await pay(underpaid, 'less')
  const reserved = await sell(4)
  await reaches(completed, 'COMPLETED')
  await reaches(underpaid, 'UNRESOLVED_UNDERPAID')
  return { completed: completed.id, underpaid: underpaid.id, reserved: reserved.id }
}

/** Pays as the button of the sale's page does. */
const pay = async (
  { payment_link: paymentLink }: SaleDetails,
  how: 'exact' | 'less',
): Promise<void> => {
  const reply = await fetch(`${paymentLink}?pay=${how}`, {
    method: 'POST',
    headers: { origin: new URL(paymentLink ?? '').origin },
    redirect: 'manual',
  })
  expect(reply.status, await reply.text()).toBe(303)
}

/** A phrase, a policy with a lock and a key of that phrase; and the policy of the collection. */
const makePolicies = async (
  { app, page }: Pick<RunningApp, 'app' | 'page'>,
  collectionRef: CollectionRef,
) => {
  const words = generateMnemonic(wordlist, 256)
  const { fingerprint } = phraseCalls['phrases.restore'].output.parse(
    await confirming(app, () => call(page, 'phrases.restore', { words })),
  )
  const locked = policyCalls['policies.generate'].output.parse(
    await call(page, 'policies.generate', {
      name: lockedName,
      network: 'devnet',
      lockTime: '2099-01-01T00:00:00Z',
      phrase: { fingerprint, index: null },
    }),
  )
  const { policy } = await termsOf(page, collectionRef)
  return { ofShop: policy.policyId, locked: locked.policyId, lockedName, phrase: fingerprint }
}

const receive = async (
  page: Page,
  request: Parameters<typeof writeRequestFile>[0],
): Promise<string> =>
  signingCalls['signing.receive'].output.parse(
    await call(page, 'signing.receive', {
      source: { kind: 'text', text: writeRequestFile(request), name: 'request.cpreq' },
    }),
  ).id
