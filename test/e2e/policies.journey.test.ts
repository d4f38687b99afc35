import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { scriptJson } from '#contract/policies/script.ts'
import { generatePolicyKey, writeSigningKey } from '#cardano/keys.ts'
import { policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import { text } from '#renderer/text/en.ts'
import {
  apiKey,
  appId,
  createCollection,
  openStudio,
  type TestStudio,
} from '../studio/open-studio.ts'
import {
  answerDialogs,
  call,
  chooseFromMore,
  closeByEscape,
  createVault,
  openView,
  passphrase,
  uiTimeout,
} from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { dropPath } from '../support/drop-path.ts'
import { confirming } from '../support/confirm.ts'
import {
  hasKeychainService,
  type KeychainSession,
  startKeychainSession,
} from '../support/keychain-session.ts'
import { cntoolsFolder, policyFilesOf } from '../support/policy-folder.ts'
import { screenshot } from '../support/screens.ts'
import { zipOf } from '../support/zip.ts'

const policyExport = z.object({
  policy_id: z.string(),
  script: scriptJson,
  signing_keys: z.array(z.string()),
})

/** Looked at by axe, and by whoever asked for images. */
const capture = async (page: Page, name: string): Promise<void> => {
  await screenshot(page, `policies-${name}`)
  expect(await axeViolations(page)).toEqual([])
}

const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
const notice = (page: Page, words: string | RegExp): Promise<void> =>
  page
    .getByRole('region', { name: text.frame.notices })
    .getByText(words)
    .waitFor({ timeout: uiTimeout })

/** The whole policy ID as the policy's page shows it. */
const shownPolicyId = async (page: Page): Promise<string> => {
  const shown = await page
    .getByText(/^[0-9a-f]{56}$/u)
    .first()
    .textContent()
  return shown ?? ''
}

/** The value of a date and time field: local time to the minute. */
const localTime = (inSeconds: number): string => {
  const date = new Date(Date.now() + inSeconds * 1000)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

const folder = mkdtempSync(join(tmpdir(), 'coldpress-policies-e2e-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('policies without a keychain', () => {
  let running: RunningApp
  let page: Page
  beforeAll(async () => {
    running = await startApp()
    page = running.page
    await openView(page, text.policies.title)
  })
  afterAll(() => running.kill())

  it('says what to do while there is none', async () => {
    await page.getByRole('heading', { name: text.policies.emptyTitle }).waitFor()
    await capture(page, 'empty')
  })

  it('makes a policy that locks, and makes the vault first, in sealed files as it says', async () => {
    await page.getByRole('button', { name: text.policies.create }).click()
    const dialog = dialogOf(page, text.policies.create)
    await dialog.getByLabel(text.policies.form.name).fill('Herbarium')
    await dialog.getByRole('radio', { name: text.policies.generate.onDate }).check()
    const date = dialog.getByLabel(text.policies.generate.date)
    await date.fill(localTime(-3600))
    await dialog.getByRole('button', { name: text.policies.generate.submit }).click()
    await dialog.getByText(text.policies.generate.datePast).waitFor()
    await date.fill(localTime(41 * 86_400 + 3600))
    await dialog.getByText(text.policies.generate.countdown('41 days')).waitFor()
    await capture(page, 'generate')
    await dialog.getByRole('button', { name: text.policies.generate.submit }).click()

    const vault = dialogOf(page, text.frame.vault.createTitle)
    await vault
      .getByText(/sealed files|no keychain|keychain/iu)
      .first()
      .waitFor()
    await capture(page, 'generate-vault')
    await createVault(page)
    await page.getByRole('heading', { level: 1, name: 'Herbarium' }).waitFor({ timeout: uiTimeout })
  })

  it('draws the script as sentences', async () => {
    const sheet = page.locator('section', { hasText: text.policies.conditions.title })
    await sheet.getByText(text.policies.conditions.all).waitFor()
    await sheet.getByText(text.policies.conditions.signed).waitFor()
    await sheet.getByText(text.policies.conditions.keyHere).waitFor()
    await sheet.getByText(text.policies.conditions.left('41 days')).waitFor()
    await page.getByText('The signing key is in your vault.', { exact: true }).waitFor()
    await page.getByText(text.policies.usedBy.none).waitFor()
    await capture(page, 'detail')
  })

  it('shows the raw script on demand and saves it', async () => {
    await page.getByRole('button', { name: text.policies.script.json, exact: true }).click()
    const json = page.getByRole('region', { name: text.policies.script.json })
    await json.getByText('"type": "all"').waitFor()
    const script = scriptJson.parse(JSON.parse((await json.textContent()) ?? ''))
    const policyId = await shownPolicyId(page)
    expect(policyIdOf(scriptFromJson(script))).toBe(policyId)
    await capture(page, 'script')
    await page.getByRole('button', { name: text.policies.script.cbor, exact: true }).click()
    const cbor = page.getByRole('region', { name: text.policies.script.cbor })
    await cbor.getByText(/^8201/u).waitFor()

    const path = join(folder, 'herbarium.script')
    await answerDialogs(running.app, { save: path })
    await page.getByRole('button', { name: text.policies.script.save }).click()
    await notice(page, text.policies.script.saved(path))
    expect(scriptJson.parse(JSON.parse(readFileSync(path, 'utf8')))).toEqual(script)
  })

  it('lists it, and finds it by its words', async () => {
    await page.getByRole('button', { name: text.policies.backToList }).click()
    const row = page.getByRole('row', { name: /Herbarium/u })
    for (const words of [
      '1 of 1',
      text.policies.canMint,
      text.policies.backup.states.practice,
      text.policies.origins.generated,
      text.policies.lock.left('41 days'),
    ])
      await row.getByText(words).waitFor()
    await capture(page, 'list')
    const search = page.getByRole('searchbox', { name: text.policies.search })
    await search.fill('nothing like it')
    await page.getByRole('heading', { name: text.policies.notFound('nothing like it') }).waitFor()
    await capture(page, 'none-found')
    await page.getByRole('button', { name: text.policies.clearSearch }).click()
    await search.fill('herb')
    await row.waitFor()
    await search.fill('')
  })

  it('shows the keys only after the right passphrase, and not for longer than a minute', async () => {
    await page.getByRole('row', { name: /Herbarium/u }).click()
    const isProtected = () =>
      running.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().some((window) => window.isContentProtected()),
      )
    await chooseFromMore(page, text.policies.keys.show)
    const dialog = dialogOf(page, text.policies.reveal.title)
    await dialog.getByLabel(text.policies.reveal.passphrase).fill('not the passphrase')
    await dialog.getByRole('button', { name: text.policies.reveal.show, exact: true }).click()
    await dialog
      .getByText('The passphrase does not open the vault.')
      .waitFor({ timeout: uiTimeout })
    expect(await page.getByText('ed25519_sk').count()).toBe(0)
    await capture(page, 'reveal-wrong')

    await dialog.getByLabel(text.policies.reveal.passphrase).fill(passphrase)
    await dialog.getByRole('button', { name: text.policies.reveal.show, exact: true }).click()
    const region = dialog.getByRole('region', { name: text.policies.reveal.text })
    await region.waitFor({ timeout: uiTimeout })
    const shown = (await region.textContent()) ?? ''
    expect(policyExport.parse(JSON.parse(shown)).signing_keys).toHaveLength(1)
    expect(await isProtected()).toBe(true)
    await capture(page, 'reveal-shown')

    await dialog.getByRole('button', { name: text.policies.reveal.copy, exact: true }).click()
    await notice(page, text.policies.reveal.copied)
    expect(await running.app.evaluate(({ clipboard }) => clipboard.readText())).toBe(shown)

    await region.waitFor({ state: 'detached', timeout: 70_000 })
    expect(await page.getByText('ed25519_sk').count()).toBe(0)
    expect(await isProtected()).toBe(false)
    // The 30 seconds of the clipboard lie within this minute.
    expect(await running.app.evaluate(({ clipboard }) => clipboard.readText())).toBe('')
  })

  it('asks for the passphrase again, also while the vault is open, and hides when left', async () => {
    await page.getByRole('region', { name: text.frame.vault.unlocked }).waitFor()
    await chooseFromMore(page, text.policies.keys.show)
    const dialog = dialogOf(page, text.policies.reveal.title)
    expect(await dialog.getByLabel(text.policies.reveal.passphrase).inputValue()).toBe('')
    await dialog.getByLabel(text.policies.reveal.passphrase).fill(passphrase)
    await page.keyboard.press('Enter')
    await dialog.getByRole('region').waitFor({ timeout: uiTimeout })
    await closeByEscape(dialog)
    expect(await page.getByText('ed25519_sk').count()).toBe(0)
  })

  it('reads pasted text without keeping it', async () => {
    await page.getByRole('button', { name: text.policies.backToList }).click()
    await page.getByRole('button', { name: text.policies.bringIn }).click()
    await capture(page, 'menu')
    await page.getByRole('menuitem', { name: text.policies.inspect }).click()
    const dialog = dialogOf(page, text.policies.inspect)
    await dialog.getByText(text.policies.source.text).click()
    await dialog.getByLabel(text.policies.source.paste, { exact: true }).fill('{"type": "all"')
    await dialog.getByRole('alert').getByText('cut off').waitFor()
    await capture(page, 'inspect-error')
    await dialog
      .getByLabel(text.policies.source.paste, { exact: true })
      .fill(JSON.stringify(allSixKinds))
    for (const words of [
      text.policies.conditions.all,
      text.policies.conditions.any,
      text.policies.conditions.atLeast(1, 2),
      text.policies.conditions.keyElsewhere,
      text.policies.inspecting.hasNoKeys,
      text.policies.conditions.beyond,
    ])
      await dialog.getByText(words).first().waitFor()
    await dialog
      .getByText(/^Before/u)
      .first()
      .waitFor()
    await dialog
      .getByText(/^Not before/u)
      .first()
      .waitFor()
    await capture(page, 'inspect')
    await dialog.getByRole('button', { name: text.policies.inspecting.importIt }).click()
    const importing = dialogOf(page, text.policies.importing.title)
    expect(
      await importing.getByLabel(text.policies.source.paste, { exact: true }).inputValue(),
    ).toBe(JSON.stringify(allSixKinds))
    await closeByEscape(importing)
    await page.getByText(text.policies.counted(1, 1), { exact: true }).waitFor()
  })

  it('takes in a script with its key file beside it', async () => {
    const key = generatePolicyKey()
    const script = { type: 'sig', keyHash: key.keyHash } as const
    const scriptFile = join(folder, 'cli.script')
    const keyFile = join(folder, 'cli.skey')
    writeFileSync(scriptFile, JSON.stringify(script))
    writeFileSync(keyFile, writeSigningKey(key, 'bech32').text())

    await page.getByRole('button', { name: text.policies.bringIn }).click()
    await page.getByRole('menuitem', { name: text.policies.importPolicy }).click()
    const dialog = dialogOf(page, text.policies.importing.title)
    const importing = dialog.getByRole('button', {
      name: text.policies.importing.submit,
      exact: true,
    })
    const pick = dialog.getByRole('button', { name: text.policies.source.pick })
    await importing.click()
    await dialog.getByText(text.policies.source.missing, { exact: true }).waitFor()
    expect(await pick.evaluate((button) => button.matches(':focus'))).toBe(true)
    await capture(page, 'import-missing')
    await dialog.getByText(text.policies.source.text, { exact: true }).click()
    await dialog.getByLabel(text.policies.source.paste).fill('no policy at all')
    await importing.click()
    const area = dialog.getByLabel(text.policies.source.paste)
    await expect.poll(() => area.getAttribute('aria-invalid')).toBe('true')
    await capture(page, 'import-unreadable')
    await dialog.getByText(text.policies.source.file, { exact: true }).click()
    await answerDialogs(running.app, { open: scriptFile })
    await pick.click()
    await dialog.getByText(text.policies.conditions.keyElsewhere).waitFor()
    await dialog.getByText(text.policies.source.missing).waitFor({ state: 'detached' })
    await answerDialogs(running.app, { open: keyFile })
    await dialog.getByRole('button', { name: text.policies.source.addKey }).click()
    await dialog.getByText(keyFile).waitFor()
    await dialog.getByLabel(text.policies.form.name).fill('From cardano-cli')
    await capture(page, 'import')
    await confirming(running.app, () => importing.click())
    await page.getByRole('heading', { level: 1, name: 'From cardano-cli' }).waitFor()
    await page.getByText('The signing key is in your vault.', { exact: true }).waitFor()
    expect(await shownPolicyId(page)).toBe(policyIdOf(scriptFromJson(script)))
  })

  it('takes over a CNTools folder whose key is encrypted, and the key once it is decrypted', async () => {
    const { files, policyId, key } = policyFilesOf(generatePolicyKey(), 250_000_000n)
    const { skey, ...others } = files
    const cntools = join(folder, 'Night Garden')
    const paths = cntoolsFolder(cntools, { ...others, 'skey.gpg': 'encrypted' })
    await openView(page, text.policies.title)
    await page.getByRole('button', { name: text.policies.bringIn }).click()
    await page.getByRole('menuitem', { name: text.policies.importPolicy }).click()
    const dialog = dialogOf(page, text.policies.importing.title)
    await answerDialogs(running.app, { open: cntools })
    await dialog.getByRole('button', { name: text.policies.source.pickFolder }).click()
    await dialog.getByText(text.policies.inspecting.watchOnly, { exact: true }).waitFor()
    await dialog.getByText(text.policies.inspecting.minting.others_sign).waitFor()
    await dialog.getByText(text.policies.inspecting.sources.encrypted('policy.skey.gpg')).waitFor()
    await dialog
      .getByText(text.policies.inspecting.encrypted.command('policy.skey.gpg'), { exact: true })
      .waitFor()
    await capture(page, 'take-over')
    await dialog.getByRole('button', { name: text.policies.importing.submit, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Night Garden' }).waitFor()
    expect(await shownPolicyId(page)).toBe(policyId)

    writeFileSync(paths['id'] ?? '', 'ab'.repeat(28))
    await page.getByRole('button', { name: text.policies.keys.importKey }).click()
    await dialog.getByRole('button', { name: text.policies.source.pickFolder }).click()
    await dialog.getByText(/policy\.id has the policy ID .* policy\.script/u).waitFor()
    await capture(page, 'take-over-contradiction')
    // What is dropped is read by the page; its path would not be trusted.
    const zip = zipOf([
      { name: 'Garden.script', content: files.script },
      { name: 'Garden.skey', content: skey },
    ])
    await dropOn(page, 'Garden_keys.zip', zip)
    await dialog.getByText(text.policies.inspecting.known).waitFor()
    await dialog.getByText(text.policies.inspecting.sources.files('Garden.skey')).waitFor()
    await dialog.getByText(text.policies.inspecting.minting.possible).waitFor()
    await capture(page, 'take-over-key')
    const importing = dialog.getByRole('button', {
      name: text.policies.importing.submit,
      exact: true,
    })
    await confirming(running.app, () => importing.click())
    await page.getByText('The signing key is in your vault.', { exact: true }).waitFor()
    expect(await page.evaluate('document.body.innerText')).not.toContain(
      writeSigningKey(key, 'hex').text(),
    )
  })

  it('takes over a folder that is dropped, by its name and all of its files', async () => {
    const { files, policyId } = policyFilesOf()
    const { script, id, vkey } = files
    const cntools = join(folder, 'Morning Garden')
    cntoolsFolder(cntools, { script, id, vkey })
    await openView(page, text.policies.title)
    await page.getByRole('button', { name: text.policies.bringIn }).click()
    await page.getByRole('menuitem', { name: text.policies.importPolicy }).click()
    const dialog = dialogOf(page, text.policies.importing.title)
    await dialog.waitFor()
    await dropPath(page.locator('[role=dialog] [data-testid=drop]'), cntools)
    await dialog.getByText(text.policies.inspecting.watchOnly, { exact: true }).waitFor()
    await capture(page, 'take-over-dropped')
    await dialog.getByRole('button', { name: text.policies.importing.submit, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Morning Garden' }).waitFor()
    expect(await shownPolicyId(page)).toBe(policyId)
  })
})

/** Drops a file of these bytes on the dialog. */
const dropOn = (page: Page, name: string, content: Buffer): Promise<void> =>
  // Text, for the content policy allows no function of a test to be evaluated in the page.
  page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${content.toString('base64')}'), (one) => one.charCodeAt(0))
    const transfer = new DataTransfer()
    transfer.items.add(new File([bytes], ${JSON.stringify(name)}))
    document.querySelector('[role=dialog] [data-testid=drop]').dispatchEvent(
      new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }))
  })()`)

const keyHash = (digit: string): string => digit.repeat(56)
const allSixKinds = {
  type: 'all',
  scripts: [
    { type: 'sig', keyHash: keyHash('a') },
    { type: 'after', slot: 1000 },
    {
      type: 'any',
      scripts: [
        { type: 'before', slot: 200_000_000 },
        { type: 'before', slot: '18446744073709551615' },
      ],
    },
    {
      type: 'atLeast',
      required: 1,
      scripts: [
        { type: 'sig', keyHash: keyHash('b') },
        { type: 'sig', keyHash: keyHash('c') },
      ],
    },
  ],
}

describe.runIf(hasKeychainService)(
  'a policy from an account into a real keychain and back out',
  () => {
    let keychain: KeychainSession
    let studio: TestStudio
    let baseUrl: string
    beforeAll(async () => {
      keychain = await startKeychainSession()
      studio = await openStudio({ network: 'preprod' })
      baseUrl = await studio.app.listen({ host: '127.0.0.1', port: 0 })
    })
    afterAll(async () => {
      await studio.close()
      await keychain.stop()
    })

    it('keeps its policy ID all the way to a second computer', async () => {
      const { name, policy } = await createCollection(studio, { name: 'Faces' })
      const file = join(folder, 'faces-with-keys.json')
      const first = await startApp({ keychain })
      try {
        const { page } = first
        const account = { name: 'Hosted', network: 'testnet', baseUrl, appId, apiKey }
        await confirming(first.app, () => call(page, 'accounts.add', account))
        await page.reload()
        await openView(page, text.policies.title)
        await page.getByRole('button', { name: text.policies.bringIn }).click()
        await page.getByRole('menuitem', { name: text.policies.fromAccount }).click()
        const dialog = dialogOf(page, text.policies.fromAccount)
        await choose(page, dialog, text.policies.form.account, 'Hosted')
        const collection = dialog.getByRole('combobox', { name: text.policies.form.collection })
        await expect.poll(() => collection.isEnabled()).toBe(true)
        await dialog.getByRole('button', { name: text.policies.exporting.submit }).click()
        await dialog.getByText(text.policies.exporting.choose, { exact: true }).waitFor()
        expect(await collection.getAttribute('aria-invalid')).toBe('true')
        await choose(page, dialog, text.policies.form.collection, name)
        await capture(page, 'export')
        await dialog.getByRole('button', { name: text.policies.exporting.submit }).click()
        await confirming(first.app, () => createVault(page))
        await notice(page, text.policies.exporting.done)
        await dialog.waitFor({ state: 'hidden' })
        await page.getByRole('heading', { level: 1, name }).waitFor()
        expect(await shownPolicyId(page)).toBe(policy.policy_id)
        await page.getByRole('button', { name: 'Faces at Hosted' }).waitFor()
        await capture(page, 'detail-exported')

        const [keyHash = ''] = [...studio.fakeVault.kept.keys()]
        expect(await keychain.searchItems({ username: `policy/${keyHash}` })).toHaveLength(1)

        await answerDialogs(first.app, { save: file })
        await chooseFromMore(page, text.policies.keys.show)
        const secret = dialogOf(page, text.policies.reveal.title)
        await secret.getByLabel(text.policies.reveal.passphrase).fill(passphrase)
        await secret.getByRole('button', { name: text.policies.reveal.save }).click()
        await notice(page, text.policies.reveal.saved(file))
      } finally {
        await first.kill()
      }
      const saved = policyExport.parse(JSON.parse(readFileSync(file, 'utf8')))
      expect(saved.policy_id).toBe(policy.policy_id)
      expect(saved.signing_keys).toEqual([...studio.fakeVault.kept.values()])
      expect(statSync(file).mode & 0o777).toBe(0o600)

      const second = await startApp()
      try {
        const { page } = second
        await openView(page, text.policies.title)
        await answerDialogs(second.app, { open: file })
        await page.getByRole('button', { name: text.policies.bringIn }).click()
        await page.getByRole('menuitem', { name: text.policies.importPolicy }).click()
        const dialog = dialogOf(page, text.policies.importing.title)
        await dialog.getByRole('button', { name: text.policies.source.pick }).click()
        await dialog.getByText(text.policies.inspecting.hasKeys).waitFor()
        await dialog
          .getByRole('button', { name: text.policies.importing.submit, exact: true })
          .click()
        await confirming(second.app, () => createVault(page))
        await page.getByText(policy.policy_id.slice(0, 10)).first().waitFor({ timeout: uiTimeout })
        expect(await shownPolicyId(page)).toBe(policy.policy_id)
        await page.getByText('The signing key is in your vault.', { exact: true }).waitFor()
      } finally {
        await second.kill()
      }
    })
  },
)

const choose = async (
  page: Page,
  dialog: Locator,
  label: string,
  option: string,
): Promise<void> => {
  await dialog.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}
