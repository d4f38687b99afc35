import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSigningKey, type PolicyKey } from '#cardano/keys.ts'
import { writeRequestFile } from '#app/signing/request-file.ts'
import * as given from '../cardano/transactions/ingredients.ts'
import { mintOf, requestOf } from '../app/signing/request-samples.ts'
import { TestHome } from '../support/coldpress.ts'

const { alice, bob, carol, payer, twoOfThree, twoOfThreeLock } = given
const stranger = given.keyOf('stranger')
const requestFile = (now?: Date) => {
  const made = mintOf(1, { policy: twoOfThree, ...(now === undefined ? {} : { now }) })
  const expected = requestOf(made).expected.map((one) => ({
    ...one,
    lockSlot: BigInt(twoOfThreeLock),
  }))
  return writeRequestFile(requestOf(made, { expected }))
}

let home: TestHome
beforeAll(async () => {
  home = new TestHome()
  home.file('mint.cpreq', requestFile(new Date()))
  home.file('old.cpreq', requestFile())
  for (const [name, key] of Object.entries(people)) {
    home.file(`${name}.skey`, writeSigningKey(key, 'envelope').text())
    await witness('mint.cpreq', name)
  }
})
afterAll(() => home.remove())

const people: Readonly<Record<string, PolicyKey>> = { alice, bob, carol, payer }
const at = (name: string): string => join(home.dir, name)
const witness = (request: string, name: string, ...more: readonly string[]) => {
  const key = ['--signing-key-file', at(`${name}.skey`), '--yes']
  const out = ['--out', at(`${request}.${name}`)]
  return home.json(['tx', 'witness', at(request), ...key, ...out, ...more])
}
const assemble = (request: string, ...names: readonly string[]) => {
  const witnesses = names.map((name) => at(`${request}.${name}`))
  const out = ['--out', at('signed.tx'), '--replace']
  return home.json(['tx', 'assemble', at(request), ...out, '--witness', ...witnesses])
}

describe('witnesses that the ledger would not take', () => {
  it('tx witness signs with no key that nobody asked for', async () => {
    home.file('stranger.skey', writeSigningKey(stranger, 'envelope').text())
    const failed = await witness('mint.cpreq', 'stranger')
    expect(failed).toMatchObject({
      code: 3,
      document: { error: { message: expect.stringContaining(stranger.keyHash) } },
    })
    expect(existsSync(at('mint.cpreq.stranger'))).toBe(false)
  })

  it('tx assemble ends with exit code 4 while a signature is missing, and with 0 when it is whole', async () => {
    expect(await assemble('mint.cpreq', 'alice', 'payer')).toMatchObject({
      code: 4,
      document: { complete: false, files: [at('signed.tx')] },
    })
    expect(await assemble('mint.cpreq', 'alice', 'payer', 'carol')).toMatchObject({
      code: 0,
      document: { complete: true },
    })
  })

  it('tx assemble calls nothing complete whose fee does not pay for all signatures', async () => {
    const all = await assemble('mint.cpreq', 'alice', 'bob', 'carol', 'payer')
    expect(all).toMatchObject({ code: 4, document: { complete: false } })
    const args = ['tx', 'assemble', at('mint.cpreq'), '--witness']
    const shown = await home.run([
      ...args,
      ...Object.keys(people).map((name) => at(`mint.cpreq.${name}`)),
    ])
    expect(shown.stderr).toMatch(/cannot be sent\. .*fee/iu)
  })

  it('tx assemble calls nothing complete that has expired', async () => {
    for (const name of ['alice', 'bob', 'payer'])
      expect(await witness('old.cpreq', name, '--accept', 'expired')).toMatchObject({ code: 0 })
    expect(await assemble('old.cpreq', 'alice', 'bob', 'payer')).toMatchObject({
      code: 4,
      document: { complete: false },
    })
  })
})
