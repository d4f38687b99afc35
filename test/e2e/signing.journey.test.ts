import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWitness, writeWitness } from '#cardano/envelope.ts'
import { TxId } from '#cardano/ids.ts'
import { type PolicyKey, signBody, writeSigningKey } from '#cardano/keys.ts'
import { assemble } from '#cardano/transactions/assemble.ts'
import { inspectTransaction } from '#cardano/transactions/inspect/inspect.ts'
import { inspectRequest } from '#app/signing/inspect-request.ts'
import { writeRequestFile } from '#app/signing/request-file.ts'
import type { SigningRequest } from '#app/signing/request-types.ts'
import { text } from '#renderer/text/en.ts'
import { alice, all, bob, payer, sig } from '../cardano/transactions/ingredients.ts'
import { mintRequest, twoOfThree } from '../app/signing/requests.ts'
import {
  answerDialogs,
  call,
  chooseFromMore,
  closeByEscape,
  openView,
  passphrase,
  uiTimeout,
  unlockVault,
} from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { confirming } from '../support/confirm.ts'
import { screenshot } from '../support/screens.ts'

const folder = mkdtempSync(join(tmpdir(), 'coldpress-signing-e2e-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const capture = async (page: Page, name: string): Promise<void> => {
  await screenshot(page, `signing-${name}`)
  expect(await axeViolations(page)).toEqual([])
}

const expectNotice = (page: Page, words: string | RegExp): Promise<void> =>
  page
    .getByRole('region', { name: text.frame.notices })
    .getByText(words)
    .waitFor({ timeout: uiTimeout })

/** Sees to it that the vault has these keys, and is locked again as after a start. */
const fillVault = async ({ app, page }: RunningApp, keys: readonly PolicyKey[]): Promise<void> => {
  await call(page, 'vault.create', { passphrase })
  for (const key of keys)
    await confirming(app, () =>
      call(page, 'policies.import', {
        source: { kind: 'text', text: JSON.stringify(all(sig(key))) },
        keys: [{ kind: 'text', text: writeSigningKey(key, 'envelope').text() }],
        name: key === alice ? 'Night Garden' : 'Payment key',
        network: 'devnet',
      }),
    )
  await call(page, 'vault.lock', null)
}

const dropped = async (page: Page, name: string, content: string): Promise<void> => {
  // Text, for the content policy allows no function of a test to be evaluated in the page.
  await page.evaluate(`(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}))
    document.querySelector('[data-testid=drop]').dispatchEvent(
      new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }))
  })()`)
}

const names = Array.from({ length: 24 }, (_, at) => `Night Garden ${at + 1}`)

/** The sample's images, as small as a request carries them. */
const thumbnails = async (): Promise<SigningRequest['thumbnails']> => {
  const sample = join(import.meta.dirname, '..', '..', 'resources', 'sample')
  const files = readdirSync(sample).filter((one) => /\.(?:jpg|png|webp)$/u.test(one))
  return Promise.all(
    names.map(async (name, at) => ({
      name,
      mediaType: 'image/jpeg' as const,
      bytes: Uint8Array.from(
        await sharp(join(sample, files[at % files.length] ?? ''))
          .resize(96, 96)
          .jpeg({ quality: 60 })
          .toBuffer(),
      ),
    })),
  )
}

const frameOf = (page: Page) => page.getByRole('region', { name: text.signing.review.frame })
const navigation = (page: Page) => page.getByRole('navigation', { name: text.frame.navigation })

describe('the signing inbox', () => {
  let running: RunningApp
  let page: Page
  beforeAll(async () => {
    running = await startApp()
    page = running.page
    await fillVault(running, [alice, payer])
    await openView(page, text.frame.signing)
  })
  afterAll(() => running.kill())

  it('says what to do while nothing waits', async () => {
    await page.getByRole('heading', { name: text.signing.emptyTitle }).waitFor()
    await capture(page, 'empty')
  })

  it('says why a file is none', async () => {
    await dropped(page, 'holiday.txt', 'no transaction at all')
    await expectNotice(page, /^This is not a transaction/u)
    const key = join(folder, 'my.skey')
    writeFileSync(key, writeSigningKey(bob, 'envelope').text())
    await answerDialogs(running.app, { open: key })
    await page.getByRole('button', { name: text.signing.receive.pick }).click()
    await expectNotice(page, /it is a key, not a transaction/u)
    await capture(page, 'bad-file')
    const dismiss = page.getByRole('button', { name: text.common.dismiss })
    while ((await dismiss.count()) > 0) await dismiss.first().click()
  })

  it('shows what a request does, signs it, and the answer works elsewhere', async () => {
    const request = mintRequest({ names, thumbnails: await thumbnails() })
    const path = join(folder, 'night-garden.cpreq')
    writeFileSync(path, writeRequestFile(request))
    await answerDialogs(running.app, { open: path })
    await page.getByRole('button', { name: text.signing.receive.pick }).click()

    await page
      .getByRole('heading', {
        name: /^Mints 24 tokens of “Night Garden”$/u,
      })
      .waitFor()
    await page.getByText(/^Sends them to your own address and pays 0\.\d+\s₳ in fees\.$/u).waitFor()
    const frame = frameOf(page)
    await frame.getByText(text.signing.review.missing(2)).waitFor()
    await frame.getByText(/^Valid for 1 h|^Valid for 2 h/u).waitFor()
    const pictured = frame.getByRole('list', { name: text.signing.review.tokens })
    expect(await pictured.getByRole('listitem').allTextContents()).toEqual(names.slice(0, 8))
    await frame.getByText(text.signing.review.moreTokens(16)).waitFor()
    await frame.getByText(text.signing.mintedTo.tokens(24)).waitFor()
    const minted = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: text.signing.mint.title }) })
      .last()
    expect((await minted.getByRole('listitem').allTextContents()).slice(0, 11)).toEqual(
      names.slice(0, 11),
    )
    await navigation(page).getByText(text.signing.waits(1)).waitFor({ state: 'attached' })
    await expect.poll(() => page.getByText(text.signing.signers.missingHere).count()).toBe(2)
    await page.getByText(text.signing.outputs.own).waitFor()
    await page.getByRole('article', { name: 'Night Garden 1', exact: true }).waitFor()
    await capture(page, 'judge')
    await page.getByRole('button', { name: text.signing.raw.show }).click()
    await page
      .getByRole('group', { name: text.signing.raw.cbor })
      .getByText(/^84a[4-9]/u)
      .waitFor()
    await capture(page, 'details')

    await frame.getByRole('button', { name: text.signing.review.sign(2) }).click()
    await unlockVault(page)
    await expectNotice(page, text.signing.review.signed(2))
    await frame.getByText(text.signing.review.complete).waitFor()
    await capture(page, 'signed')

    await answerDialogs(running.app, { open: folder })
    await frame.getByRole('button', { name: text.signing.next.saveWitness(2) }).click()
    await expectNotice(page, '2 files saved.')
    await frame.getByText(text.signing.states.answered).waitFor()
    const [bytes = new Uint8Array()] = request.transactions
    const witnesses = readdirSync(folder)
      .filter((name) => name.endsWith('.witness'))
      .map((name) => readWitness(readFileSync(join(folder, name), 'utf8')))
    const elsewhere = assemble(bytes, witnesses)
    expect(elsewhere.added.toSorted()).toEqual([alice.keyHash, payer.keyHash].toSorted())
    const [inspected] = inspectRequest({ ...request, transactions: [elsewhere.bytes] })
    expect(inspected?.summary.isComplete).toBe(true)
    expect(inspected?.warnings.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('shows the answer as codes', async () => {
    await frameOf(page).getByRole('button', { name: text.signing.next.codes }).click()
    const dialog = page.getByRole('dialog', { name: text.signing.codes.title })
    await dialog
      .getByRole('img', { name: /^Codes of night-garden-[0-9a-f]{8}\.witness/u })
      .waitFor()
    await dialog.getByText(/^There are 2 signatures/u).waitFor()
    await capture(page, 'codes')
    await dialog.getByRole('combobox', { name: text.signing.codes.which }).click()
    await page.getByRole('option', { name: /^Request with its signatures/u }).click()
    await dialog.getByText(/images? (?:is|are) left out, so that the codes stay few/u).waitFor()
    await closeByEscape(dialog)
  })

  it('names the key of a wrong signature, and takes the right ones of others', async () => {
    const request = mintRequest({
      title: 'Of three people',
      policy: twoOfThree,
      names: ['Trio 1', 'Trio 2'],
    })
    const [bytes = new Uint8Array()] = request.transactions
    const { txId } = inspectTransaction(bytes)
    await page.getByRole('button', { name: text.signing.backToInbox }).click()
    await dropped(page, 'three.cpreq', writeRequestFile(request))
    await page.getByRole('heading', { level: 1, name: 'Of three people' }).waitFor()
    await page.getByText(text.policies.conditions.atLeast(2, 3)).waitFor()
    await capture(page, 'two-of-three')

    const wrong = signBody(bob, TxId('ab'.repeat(32)))
    await dropped(page, 'wrong.witness', writeWitness(wrong))
    await expectNotice(
      page,
      new RegExp(`the signature of key ${bob.keyHash} is not over transaction`, 'u'),
    )
    await page.getByRole('button', { name: text.common.dismiss }).first().click()

    await frameOf(page)
      .getByRole('button', { name: text.signing.review.sign(2) })
      .click()
    await expectNotice(page, /^2 signatures made/u)
    await frameOf(page).getByText(text.signing.review.missing(1)).waitFor()
    const witness = join(folder, 'bob.right')
    writeFileSync(witness, writeWitness(signBody(bob, TxId(txId))))
    await answerDialogs(running.app, { open: witness })
    await frameOf(page).getByRole('button', { name: text.signing.next.pick }).click()
    await expectNotice(page, text.signing.receive.witnesses(1))
    await frameOf(page).getByText(text.signing.review.complete).waitFor()
    const whole = join(folder, 'whole.tx')
    await answerDialogs(running.app, { save: whole })
    await chooseFromMore(page, /^Save the transaction/u)
    await expectNotice(page, text.signing.next.saved([whole]))
    expect(readFileSync(whole, 'utf8')).toContain('Tx ConwayEra')
  })

  it('asks for a word before an own name is minted under another policy', async () => {
    await page.getByRole('button', { name: text.signing.backToInbox }).click()
    const forged = mintRequest({ title: 'More of the Night Garden', policy: twoOfThree })
    await dropped(page, 'more.cpreq', writeRequestFile(forged))
    const frame = frameOf(page)
    await frame.getByText(/It uses the name of your policy "Night Garden"/u).waitFor()
    await capture(page, 'own-name')
    const button = frame.getByRole('button', { name: text.signing.review.sign(2) })
    expect(await button.isDisabled()).toBe(true)
    await frame.getByRole('checkbox').check()
    expect(await button.isEnabled()).toBe(true)
    await page.getByRole('button', { name: text.signing.dismiss }).click()
    await frame.getByText(text.signing.dismiss).waitFor()
  })

  it('asks for a word before an expired one is signed', async () => {
    const request = mintRequest({
      title: 'Too late',
      now: new Date(Date.now() - 3 * 3_600_000),
    })
    await page.getByRole('button', { name: text.signing.backToInbox }).click()
    await dropped(page, 'late.cpreq', writeRequestFile(request))
    const frame = frameOf(page)
    await frame.getByText(/^Expired .* ago$/u).waitFor()
    const button = frame.getByRole('button', { name: text.signing.review.sign(2) })
    expect(await button.isDisabled()).toBe(true)
    await frame.getByText(text.signing.review.notYet.open).waitFor()
    await capture(page, 'expired')
    await frame.getByRole('checkbox').check()
    expect(await button.isEnabled()).toBe(true)
    await page.getByRole('button', { name: text.signing.dismiss }).click()
    await frame.getByText(text.signing.dismiss).waitFor()
  })

  it('reads a pasted transaction, and asks which network it is for', async () => {
    const [bytes = new Uint8Array()] = mintRequest({ title: 'Plain' }).transactions
    await page.getByRole('button', { name: text.signing.backToInbox }).click()
    await page.getByRole('button', { name: text.signing.receive.paste }).click()
    const dialog = page.getByRole('dialog', { name: text.signing.pasting.title })
    await dialog.getByLabel(text.signing.pasting.label).fill('84')
    await dialog.getByRole('button', { name: text.signing.pasting.submit }).click()
    await dialog
      .getByRole('alert')
      .getByText(/it cannot be read/u)
      .waitFor()
    await dialog.getByLabel(text.signing.pasting.label).fill(bytesToHex(bytes))
    await dialog.getByRole('button', { name: text.signing.pasting.submit }).click()
    await frameOf(page).getByText(text.signing.review.chooseNetwork).waitFor()
    await page.getByText(text.signing.inputs.unproved).first().waitFor()
    await capture(page, 'plain')
    await frameOf(page).getByRole('combobox', { name: text.signing.review.chooseNetwork }).click()
    await page.getByRole('option', { name: text.common.networks.devnet }).click()
    await frameOf(page)
      .getByText(/^Valid for/u)
      .waitFor()
  })

  it('sums several transactions up, and shows each', async () => {
    const many = Array.from({ length: 120 }, (_, at) => `Meadow ${at + 1}`)
    const request = mintRequest({ title: 'Meadow', names: many })
    const count = request.transactions.length
    expect(count).toBeGreaterThan(1)
    await page.getByRole('button', { name: text.signing.backToInbox }).click()
    await dropped(page, 'meadow.cpreq', writeRequestFile(request))
    await page
      .getByRole('heading', { name: new RegExp(`^Mints 120 .* in ${count} transactions$`, 'u') })
      .waitFor()
    await page.getByText(text.signing.review.ofTransaction(2, count), { exact: true }).click()
    await capture(page, 'several')
    await frameOf(page)
      .getByRole('button', { name: text.signing.review.sign(2) })
      .click()
    await expectNotice(page, new RegExp(`^${2 * count} signatures made`, 'u'))
  })

  it('says what became of it when the ledger rejects what was sent', async () => {
    await frameOf(page).getByRole('button', { name: text.signing.next.send }).click()
    await frameOf(page)
      .getByText(text.signing.submissions.rejected)
      .first()
      .waitFor({ timeout: uiTimeout })
    await frameOf(page).getByText(text.signing.states.failed).waitFor({ timeout: uiTimeout })
    await capture(page, 'refused')
  })

  it('lists what waits and what was', async () => {
    await page.getByRole('button', { name: text.signing.backToInbox }).click()
    const history = page.getByRole('list', { name: text.signing.history })
    await history
      .getByRole('button', { name: new RegExp(`Too late.*${text.signing.states.dismissed}`, 'u') })
      .waitFor()
    await history
      .getByRole('button', { name: new RegExp(`Meadow.*${text.signing.states.failed}`, 'u') })
      .waitFor()
    await page
      .getByRole('list', { name: text.signing.waiting })
      .getByRole('button', {
        name: new RegExp(`Mints \\d+ tokens?.*${text.signing.states.waiting}`, 'u'),
      })
      .waitFor()
    await capture(page, 'list')
  })
})

describe('signatures that are shown as codes', () => {
  it('are handed over once the user says so, which a restart does not forget', async () => {
    const home = join(folder, 'handing-over')
    mkdirSync(home)
    let running = await startApp({ home })
    const restart = async (): Promise<void> => {
      await running.close()
      running = await startApp({ home })
      await openView(running.page, text.signing.title)
      await running.page.getByRole('button', { name: /^Carried by codes/u }).click()
    }
    try {
      await fillVault(running, [alice, payer])
      await openView(running.page, text.signing.title)
      const request = mintRequest({ title: 'Carried by codes' })
      await dropped(running.page, 'carried.cpreq', writeRequestFile(request))
      const frame = () => frameOf(running.page)
      await frame()
        .getByRole('button', { name: text.signing.review.sign(2) })
        .click()
      await unlockVault(running.page)
      await frame().getByRole('button', { name: text.signing.next.codes }).click()
      const codes = running.page.getByRole('dialog', { name: text.signing.codes.title })
      await codes.getByRole('img', { name: /^Codes of/u }).waitFor()
      await closeByEscape(codes)
      await restart()
      await frame().getByText(text.signing.states.signed, { exact: true }).waitFor()
      await chooseFromMore(running.page, text.signing.next.handedOver)
      await frame().getByText(text.signing.states.answered, { exact: true }).waitFor()
      await restart()
      await frame().getByText(text.signing.states.answered, { exact: true }).waitFor()
      await frame().getByRole('button', { name: text.common.more, exact: true }).click()
      const entries = running.page.getByRole('menuitem')
      await entries.first().waitFor()
      expect(await entries.allTextContents()).not.toContain(text.signing.next.handedOver)
    } finally {
      await running.kill()
    }
  })
})

describe('a request for keys of another vault', () => {
  it('says at once that it cannot be signed here, and does not count', async () => {
    const running = await startApp()
    try {
      const { page } = running
      await fillVault(running, [bob])
      await openView(page, text.signing.title)
      await dropped(page, 'garden.cpreq', writeRequestFile(mintRequest()))
      const frame = frameOf(page)
      await frame.getByText(text.signing.review.noKey).waitFor()
      expect(await frame.getByRole('button', { name: text.signing.review.sign(2) }).count()).toBe(0)
      expect(await navigation(page).getByText(text.signing.waits(1)).count()).toBe(0)
      await capture(page, 'elsewhere')
      await page.getByRole('button', { name: text.signing.backToInbox }).click()
      await page
        .getByRole('list', { name: text.signing.waiting })
        .getByRole('button', { name: new RegExp(text.signing.elsewhere, 'u') })
        .click()
      await frame.getByRole('button', { name: text.signing.review.importKey }).click()
      await page.getByRole('dialog', { name: text.policies.importing.title }).waitFor()
    } finally {
      await running.kill()
    }
  })
})

describe('the signing inbox without a network', () => {
  it('signs, and says why it cannot send', async () => {
    const running = await startApp({ args: ['--offline'] })
    try {
      const { page } = running
      await fillVault(running, [alice, payer])
      await openView(page, text.signing.title)
      await dropped(page, 'garden.cpreq', writeRequestFile(mintRequest()))
      const frame = frameOf(page)
      await frame.getByRole('button', { name: text.signing.review.sign(2) }).click()
      await unlockVault(page)
      await frame.getByText(text.signing.review.complete).waitFor()
      await frame.getByText(text.signing.next.sendOffline).waitFor()
      await capture(page, 'offline')
      const [entry] = JSON.parse(JSON.stringify(await call(page, 'signing.list', null)))
      await expect(call(page, 'signing.submit', { id: entry.id })).rejects.toThrow(
        /Coldpress was started offline/u,
      )
      expect(await call(page, 'signing.list', null)).toMatchObject([{ state: 'signed' }])
    } finally {
      await running.kill()
    }
  })
})
