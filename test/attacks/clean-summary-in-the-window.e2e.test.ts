import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSigningKey } from '#cardano/keys.ts'
import { policyIdOf, scriptFromJson } from '#cardano/scripts.ts'
import { slotAt } from '#cardano/slots.ts'
import { writeRequestFile } from '#app/signing/request-file.ts'
import type { SigningRequest } from '#app/signing/request-types.ts'
import { signingCalls } from '#contract/signing/calls.ts'
import { text as catalogue } from '#renderer/text/en.ts'
import {
  ada,
  all,
  collector,
  enterprise,
  keyOf,
  parameters,
  payer,
  sig,
} from '../cardano/transactions/ingredients.ts'
import { provedUtxo } from '../cardano/transactions/proved-utxo.ts'
import { bytes, map, payTo, raw, text, type Raw } from '../cardano/transactions/raw.ts'
import { call, openView, passphrase, unlockVault } from '../support/window-actions.ts'
import { type RunningApp, startApp } from '../support/app.ts'
import { axeViolations } from '../support/axe.ts'
import { confirming } from '../support/confirm.ts'
import { screenshot } from '../support/screens.ts'

/** The vault has the key of this address, which also signs for the policy below. */
const victim = enterprise(payer)
const thief = collector
const policy = all(sig(payer))
const policyId = policyIdOf(scriptFromJson(policy))
const fee = 200_000n
const stolen = ada(10_000)
const fern = (quantity: bigint) => map([bytes(policyId), map([text('Fern'), quantity])])

let running: RunningApp

beforeAll(async () => {
  running = await startApp()
  const { page } = running
  await page.getByRole('navigation', { name: catalogue.frame.navigation }).waitFor()
  await call(page, 'vault.create', { passphrase })
  await confirming(running.app, () =>
    call(page, 'policies.import', {
      source: { kind: 'text', text: JSON.stringify(policy) },
      keys: [{ kind: 'text', text: writeSigningKey(payer, 'envelope').text() }],
      name: 'Herbarium',
      network: 'devnet',
    }),
  )
  await call(page, 'vault.lock', null)
})
afterAll(() => running.kill())

/** A mint of the victim's own policy that takes the coin along. */
const mintOf = (parts: Raw, story: Partial<SigningRequest>): SigningRequest => ({
  createdAt: new Date(),
  title: 'Mint of Herbarium',
  collectionName: 'Herbarium',
  network: 'devnet',
  transactions: [
    raw({
      fee,
      ttl: slotAt('devnet', new Date()) + 3_600n,
      mint: fern(1n),
      scripts: [policy],
      ...parts,
    }),
  ],
  parents: [],
  resolvedInputs: [],
  paymentKeys: [],
  scripts: [],
  parameters: { asOf: new Date(), values: parameters },
  expected: [],
  thumbnails: [],
  ...story,
})

/** Drops the request into the window, and answers the frame in which it is signed. */
const dropped = async (name: string, request: SigningRequest) => {
  const { page } = running
  await openView(page, catalogue.signing.title)
  await page.locator('[data-testid=drop]').waitFor()
  // Text, for the content policy allows no function of a test to be evaluated in the page.
  await page.evaluate(`(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([${JSON.stringify(writeRequestFile(request))}], '${name}.cpreq'))
    document.querySelector('[data-testid=drop]').dispatchEvent(
      new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }))
  })()`)
  const frame = page.getByRole('region', { name: catalogue.signing.review.frame })
  await page.getByText(catalogue.importing.run.lead(`a file: ${name}.cpreq`)).waitFor()
  const before = frame.getByRole('group', { name: 'If you sign, your vault changes by' })
  const sign = frame.getByRole('button', { name: catalogue.signing.review.sign(1) })
  await sign.waitFor()
  await screenshot(page, `attack-${name}`)
  await page.mouse.move(600, 500)
  await page.mouse.wheel(0, 900)
  await screenshot(page, `attack-${name}-below`)
  expect(await axeViolations(page)).toEqual([])
  // What the vault loses stands beside the button, or is the last thing above it; both are in sight.
  const [lost, button] = await Promise.all([before.boundingBox(), sign.boundingBox()])
  if (lost === null || button === null) throw new Error('what is lost or the button is not shown')
  const gap = Math.max(button.x - lost.x - lost.width, button.y - lost.y - lost.height)
  expect(gap).toBeGreaterThan(0)
  expect(gap).toBeLessThan(40)
  expect(button.y + button.height).toBeLessThan(await page.evaluate<number>('innerHeight'))
  expect(lost.y).toBeGreaterThan(0)
  return { page, frame, before, sign }
}

const shownWith = async (title: string) => {
  const entries = signingCalls['signing.list'].output.parse(
    await call(running.page, 'signing.list', null),
  )
  const id = entries.find((entry) => entry.title === title)?.id ?? ''
  return signingCalls['signing.show'].output.parse(await call(running.page, 'signing.show', { id }))
}

/** What a page would do that leaves the checkboxes out. */
const signUnaccepted = async (title: string): Promise<unknown> => {
  const { entry, transactions } = await shownWith(title)
  return call(running.page, 'signing.sign', {
    id: entry.id,
    transactions: transactions.map(({ summary, toSign }) => ({
      txId: summary.txId,
      keyHashes: toSign,
      acknowledged: [],
    })),
  })
}

describe('a request that takes 10,000 ADA behind a clean summary, dropped into the window', () => {
  it('says what leaves, and signs nothing before its user accepted that the input is unproved', async () => {
    const title = 'Stated inputs'
    const { utxo } = provedUtxo(stolen + fee, victim)
    const { page, frame, before, sign } = await dropped(
      'stated-inputs',
      mintOf(
        { inputs: [[utxo.txId, utxo.index]], outputs: [payTo(thief, stolen, fern(1n))] },
        { title, resolvedInputs: [{ ...utxo, address: thief, isSpecial: false }] },
      ),
    )
    await frame.getByText(/sends 10,000\.00\s₳ to 1 other address, spends inputs/u).waitFor()
    expect(await before.innerText()).toContain(catalogue.signing.netChange.unproved(1))
    await page.getByText(catalogue.signing.inputs.unproved).waitFor()
    await page.getByText(catalogue.signing.inputs.stated).waitFor()
    await page.getByRole('heading', { level: 3, name: catalogue.signing.outputs.others }).waitFor()
    expect(await page.getByText(catalogue.signing.outputs.source).count()).toBe(0)

    expect(await sign.isDisabled()).toBe(true)
    await frame.getByText(catalogue.signing.review.notYet.open).waitFor()
    await call(page, 'vault.unlock', { passphrase })
    await expect(signUnaccepted(title)).rejects.toThrow(/not_acknowledged/u)
    await call(page, 'vault.lock', null)

    await frame.getByRole('checkbox', { name: catalogue.signing.review.accept }).check()
    expect(await sign.isEnabled()).toBe(true)
    await sign.click()
    await unlockVault(page)
    await expect.poll(async () => (await shownWith(title)).entry.state).toBe('signed')
  })

  it('says what a proved input loses, in signs and words, without a further step', async () => {
    const provedInput = provedUtxo(stolen + fee, victim)
    const { before, sign } = await dropped(
      'proved-input',
      mintOf(
        {
          inputs: [[provedInput.utxo.txId, provedInput.utxo.index]],
          outputs: [payTo(thief, stolen, fern(1_000_000n))],
          mint: fern(1_000_000n),
        },
        { title: 'Proved input', parents: [provedInput.parent] },
      ),
    )
    expect(await before.innerText()).toMatch(/Out\s+−10,000\.20\s₳/u)
    expect(await running.page.getByText('1,000,000 × Fern').count()).toBeGreaterThan(1)
    expect(await sign.isEnabled()).toBe(true)
  })
})

describe('a request with collateral, dropped into the window', () => {
  it('shows what can be lost and who gets the rest, and signs after its own switch only', async () => {
    const provedInput = provedUtxo(ada(50), victim)
    const { frame, sign } = await dropped(
      'collateral',
      mintOf(
        {
          inputs: [[provedInput.utxo.txId, provedInput.utxo.index]],
          outputs: [payTo(victim, ada(50) - fee, fern(1n))],
          body: [
            [13n, [[bytes(provedInput.utxo.txId), BigInt(provedInput.utxo.index)]]],
            [16n, payTo(thief, ada(45))],
            [17n, ada(5)],
          ],
        },
        { title: 'Collateral', parents: [provedInput.parent] },
      ),
    )
    const scripts = frame.getByRole('group', { name: catalogue.signing.scripts.title })
    const said = await scripts.innerText()
    expect(said).toMatch(/Can be lost if the scripts fail\s+50\.00\s₳/u)
    expect(said).toMatch(/Of that, the ledger then returns\s+45\.00\s₳/u)
    expect(said).toContain(thief)
    expect(said).toContain(catalogue.signing.scripts.notYours)
    expect(await frame.getByRole('checkbox').count()).toBe(0)
    expect(await sign.isDisabled()).toBe(true)
    await scripts.getByRole('switch', { name: catalogue.signing.scripts.allow }).check()
    expect(await sign.isEnabled()).toBe(true)
  })
})

describe('a request with a field that nobody knows, dropped into the window', () => {
  it('is never signed, whatever is accepted', async () => {
    const provedInput = provedUtxo(ada(50), victim)
    const { frame, sign } = await dropped(
      'unknown-field',
      mintOf(
        {
          inputs: [[provedInput.utxo.txId, provedInput.utxo.index]],
          outputs: [payTo(victim, ada(50) - fee, fern(1n))],
          body: [[99n, 1n]],
        },
        { title: 'Unknown field', parents: [provedInput.parent] },
      ),
    )
    expect(await frame.getByRole('checkbox').count()).toBe(0)
    expect(await sign.isDisabled()).toBe(true)
    await frame.getByText(/^Coldpress doesn’t sign this/u).waitFor()
  })
})

describe('a request that hides an output among sixty, dropped into the window', () => {
  it('shows every output and every token, and counts equal ones', async () => {
    const provedInput = provedUtxo(ada(1_000), victim)
    const hidden = enterprise(keyOf('hidden'))
    const buyers = Array.from({ length: 58 }, (_, at) =>
      payTo(enterprise(keyOf(`buyer ${at}`)), ada(2)),
    )
    const alike = payTo(thief, ada(3))
    const dearer = 300_000n
    const rest = ada(1_000) - dearer - ada(2) * 58n - ada(3) * 2n - ada(700)
    const { page } = await dropped(
      'sixty-outputs',
      mintOf(
        {
          fee: dearer,
          inputs: [[provedInput.utxo.txId, provedInput.utxo.index]],
          outputs: [
            ...buyers.slice(0, 40),
            payTo(hidden, ada(700)),
            ...buyers.slice(40),
            alike,
            alike,
            payTo(victim, rest, fern(1n)),
          ],
        },
        { title: 'Sixty outputs', parents: [provedInput.parent] },
      ),
    )
    await page.getByText(hidden, { exact: true }).waitFor()
    await page.getByText('700.00 ₳', { exact: true }).waitFor()
    await page.getByText(catalogue.signing.outputs.alike(2)).waitFor()
    expect(await page.getByText(thief, { exact: true }).count()).toBe(1)
    for (const at of buyers.keys())
      expect(await page.getByText(enterprise(keyOf(`buyer ${at}`)), { exact: true }).count()).toBe(
        1,
      )
  })
})
