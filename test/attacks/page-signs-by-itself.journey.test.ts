import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeSigningKey } from '#cardano/keys.ts'
import { writeRequestFile } from '#app/signing/request-file.ts'
import type { SigningRequest } from '#app/signing/request-types.ts'
import { signingCalls } from '#contract/signing/calls.ts'
import { text } from '#renderer/text/en.ts'
import { alice, all, payer, sig } from '../cardano/transactions/ingredients.ts'
import { mintRequest } from '../app/signing/requests.ts'
import { call, passphrase } from '../support/window-actions.ts'
import { isElectron, type RunningApp, startApp } from '../support/app.ts'
import { answerMessageBox, confirming, messageBox } from '../support/confirm.ts'

let running: RunningApp

beforeAll(async () => {
  running = await startApp()
  const { page } = running
  await page.getByRole('navigation', { name: text.frame.navigation }).waitFor()
  await call(page, 'vault.create', { passphrase })
  for (const key of [alice, payer])
    await confirming(running.app, () =>
      call(page, 'policies.import', {
        source: { kind: 'text', text: JSON.stringify(all(sig(key))) },
        keys: [{ kind: 'text', text: writeSigningKey(key, 'envelope').text() }],
        name: key === alice ? 'Night Garden' : 'Payment key',
        network: 'preprod',
      }),
    )
})
afterAll(() => running.close())

/** Takes a request in, accepts every warning and signs with every key: all that a page can do. */
const receiveAndSign = (request: SigningRequest): Promise<unknown> =>
  running.page.evaluate(`(async () => {
    const call = async (name, input) => {
      const answer = await window.coldpress.call(name, input)
      if (!answer.ok) throw new Error(JSON.stringify(answer))
      return answer.value
    }
    const text = ${JSON.stringify(writeRequestFile(request))}
    const { id } = await call('signing.receive', { source: { kind: 'text', text, name: null } })
    const { transactions } = await call('signing.show', { id })
    return window.coldpress.call('signing.sign', {
      id,
      transactions: transactions.map(({ summary, toSign, warnings }) => ({
        txId: summary.txId,
        keyHashes: toSign,
        acknowledged: warnings.map(({ code }) => code),
      })),
    })
  })()`)

const signedHere = async (): Promise<number> => {
  const entries = signingCalls['signing.list'].output.parse(
    await call(running.page, 'signing.list', null),
  )
  const shown = await Promise.all(
    entries.map(async ({ id }) =>
      signingCalls['signing.show'].output.parse(await call(running.page, 'signing.show', { id })),
    ),
  )
  return shown.flatMap(({ transactions }) => transactions.flatMap((one) => one.signedHere)).length
}

it.skipIf(isElectron).each([
  { network: 'preprod' as const, title: 'Of preprod' },
  // Whoever writes a request says which network it is for; the keys say which one they are for.
  { network: 'devnet' as const, title: 'Said to be of the devnet' },
])('A page that was taken over signs nothing by itself ($title)', async ({ network, title }) => {
  const request = { ...mintRequest({ title, names: [title] }), network }
  const attacked = receiveAndSign(request)
  await messageBox(running.app)
  // That nothing is signed meanwhile can only be given time.
  await sleep(2000)
  expect(await signedHere()).toBe(0)
  const said = await answerMessageBox(running.app, 'no')
  expect(said).toContain('Sign this transaction?')
  expect(said).toMatch(/^Fee: 0\.\d+ ADA$/mu)
  expect(await attacked).toMatchObject({ ok: false, error: { code: 'cancelled' } })
  expect(await signedHere()).toBe(0)
})

it('What its user confirmed outside the page is signed', async () => {
  const request = { ...mintRequest({ names: ['Confirmed'] }), network: 'preprod' as const }
  expect(await confirming(running.app, () => receiveAndSign(request))).toMatchObject({ ok: true })
  expect(await signedHere()).toBe(2)
})
