import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { collectionCalls, type PolicyChoice, type TokenRow } from '#contract/collections/calls.ts'
import { importCalls } from '#contract/imports/calls.ts'
import { mintingCalls } from '#contract/mints/calls.ts'
import { testAddress } from '../studio/open-studio.ts'
import { makeCollection } from './make-collection.ts'
import { sample } from './resources.ts'
import { call, uiTimeout } from './window-actions.ts'

const sources = ['01-fern.jpg', '05-allium.jpg', '09-fern.jpg']

export type CollectionRef = { readonly accountId: 'local'; readonly collectionId: string }
export type Shop = {
  readonly name: string
  readonly collectionRef: CollectionRef
  readonly tokens: readonly TokenRow[]
}

/** A collection whose tokens can be sold; the vault has to be open. */
export const openCollection = async (
  page: Page,
  {
    name,
    tokens,
    policy = { kind: 'generate', lockTime: null },
    hasRoyalty = false,
    attributes,
    hasPapers = false,
  }: {
    readonly name: string
    /** Their names. */
    readonly tokens: readonly string[]
    readonly policy?: PolicyChoice
    readonly hasRoyalty?: boolean
    /** Those that all tokens share. */
    readonly attributes?: Readonly<Record<string, string>>
    /** Each token has a value of its own for the tag `<paper>`. */
    readonly hasPapers?: boolean
  },
): Promise<Shop> => {
  const royalty = hasRoyalty ? { royalty: { address: [testAddress], rate: '0.05' } } : {}
  const metadata = attributes === undefined ? {} : { metadata: { attributes } }
  const { id } = await makeCollection(page, { name, policy, ...royalty, ...metadata })
  const collectionRef = { accountId: 'local', collectionId: id } as const
  const rows = await importTokens(page, collectionRef, tokens, hasPapers)
  if (hasRoyalty) await payRoyalty(page, collectionRef)
  return { name, collectionRef, tokens: rows }
}

const importTokens = async (
  page: Page,
  collectionRef: CollectionRef,
  names: readonly string[],
  hasPapers: boolean,
): Promise<readonly TokenRow[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'coldpress-shop-'))
  const images = join(folder, 'images')
  mkdirSync(images)
  const rows = names.map((name, index) => {
    const source = sources[index % sources.length] ?? ''
    const file = `${index}-${source}`
    copyFileSync(join(sample, source), join(images, file))
    return `${file},Print${index},"${name}"${hasPapers ? `,Paper ${index}` : ''}`
  })
  const header = `image,asset_name,name${hasPapers ? ',paper' : ''}`
  writeFileSync(join(images, 'tokens.csv'), [header, ...rows, ''].join('\n'))
  const { id: draftId } = importCalls['imports.open'].output.parse(
    await call(page, 'imports.open', {
      ...collectionRef,
      folder: images,
      csv: null,
      settings: { maxPixels: 512, format: 'keep', quality: 90 },
      pinner: 'local',
    }),
  )
  await call(page, 'imports.start', { draftId })
  const tokens = async () =>
    collectionCalls['tokens.page'].output.parse(
      await call(page, 'tokens.page', { ...collectionRef, cursor: null }),
    ).tokens
  await vi.waitFor(async () => expect(await tokens()).toHaveLength(names.length), {
    timeout: uiTimeout,
  })
  rmSync(folder, { recursive: true, force: true })
  return tokens()
}

const payRoyalty = async (page: Page, collectionRef: CollectionRef): Promise<void> => {
  await call(page, 'minting.payRoyalty', collectionRef)
  const status = async () =>
    mintingCalls['minting.royalty'].output.parse(await call(page, 'minting.royalty', collectionRef))
      ?.status
  await vi.waitFor(async () => expect(await status()).toBe('minted'), { timeout: uiTimeout })
}
