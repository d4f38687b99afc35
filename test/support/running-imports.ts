import type { Page } from 'playwright-core'
import { z } from 'zod'
import { call, passphrase, uiTimeout } from './window-actions.ts'
import { herbarium } from './prints.ts'

/** Imports prepared through the bridge, for tests that are about something else. */

const collection = z.object({ id: z.string() })
const draft = z.object({ id: z.string() })
const started = z.object({ job: z.string() })
const tokenPage = z.object({
  tokens: z.array(z.object({ asset_name: z.string() })),
  cursor: z.string().nullable(),
})
const settings = { maxPixels: null, format: 'png', quality: 90 } as const

/** Makes the vault where there is none yet. */
export const ensureVault = async (page: Page): Promise<void> => {
  const status = z.object({ state: z.string() }).parse(await call(page, 'vault.status', null))
  if (status.state === 'new') await call(page, 'vault.create', { passphrase })
}

/** A collection at the Local studio that fits `makePrints`. */
export const makeHerbarium = (page: Page): Promise<string> => makeCollection(page, {})

/** The same with something else, such as other tags. */
export const makeCollection = async (page: Page, change: object): Promise<string> => {
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ timeout: uiTimeout })
  await ensureVault(page)
  const policy = { kind: 'generate', lockTime: null }
  const form = { ...herbarium, policy, ...change }
  return collection.parse(await call(page, 'collections.create', { accountId: 'local', form })).id
}

export const openDraft = async (
  page: Page,
  folder: string,
  collectionId: string,
): Promise<string> => {
  const asked = { accountId: 'local', collectionId, folder, csv: null, settings, pinner: 'local' }
  return draft.parse(await call(page, 'imports.open', asked)).id
}

/** @returns the job, which runs */
export const startImport = async (
  page: Page,
  folder: string,
  collectionId: string,
): Promise<string> => {
  const draftId = await openDraft(page, folder, collectionId)
  return started.parse(await call(page, 'imports.start', { draftId })).job
}

/** The asset names of all tokens, sorted; asked through `ask`, since a page may be gone. */
export const tokenNames = async (
  collectionId: string,
  ask: (name: string, input: unknown) => Promise<unknown>,
): Promise<readonly string[]> => {
  const found: string[] = []
  let cursor: string | null = null
  do {
    const answer = await ask('tokens.page', { accountId: 'local', collectionId, cursor })
    const page = tokenPage.parse(answer)
    found.push(...page.tokens.map(({ asset_name }) => asset_name))
    cursor = page.cursor
  } while (cursor !== null)
  return found.toSorted()
}
