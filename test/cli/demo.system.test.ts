import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TestHome } from '../support/coldpress.ts'
import { startKeychainSession, type KeychainSession } from '../support/keychain-session.ts'

const demo = z.strictObject({
  collection_id: z.string(),
  policy_id: z.string().regex(/^[0-9a-f]{56}$/u),
  tokens: z
    .array(
      z.strictObject({
        asset_name: z.string(),
        image: z.string().regex(/^ipfs:\/\/Qm\w{44}$/u),
        fingerprint: z.string().regex(/^asset1/u),
      }),
    )
    .length(24),
  seconds: z.number().positive(),
})

const policies = z.array(
  z.object({ policy_id: z.string(), keys_here: z.array(z.string()).length(1) }),
)

let keychain: KeychainSession
let home: TestHome
beforeAll(async () => {
  keychain = await startKeychainSession()
  home = new TestHome()
})
afterAll(async () => {
  home.remove()
  await keychain.stop()
})

describe('coldpress demo', () => {
  it('goes the whole way with the policy key in a real keychain, and takes it all back', async () => {
    const temporary = { ...keychain.env, TMPDIR: home.dir, COLDPRESS_HOME: undefined }
    const run = await home.run(['demo', '--json'], temporary)
    expect(run.code, run.stderr).toBe(0)
    const { policy_id, tokens } = demo.parse(JSON.parse(run.stdout))
    expect(new Set(tokens.map(({ image }) => image)).size).toBe(24)

    const made = readdirSync(home.dir).find((name) => name.startsWith('coldpress-demo-'))
    const demoHome = join(home.dir, made ?? '')
    const list = await home.run(['policy', 'list', '--json', '--home', demoHome], temporary)
    const [policy] = policies.parse(JSON.parse(list.stdout))
    expect(policy?.policy_id).toBe(policy_id)
    expect(existsSync(join(demoHome, 'secrets'))).toBe(false)
    const item = `policy/${policy?.keys_here[0] ?? ''}`
    expect(await keychain.searchItems({ username: item })).toHaveLength(1)

    const removed = await home.run(['demo', '--remove', demoHome], temporary)
    expect(removed.code, removed.stderr).toBe(0)
    expect(existsSync(demoHome)).toBe(false)
    expect(await keychain.searchItems({ username: item })).toHaveLength(0)
  })

  it('leaves nothing behind when it is interrupted', async () => {
    const child = home.start(['demo'], { TMPDIR: home.dir, COLDPRESS_HOME: undefined })
    if (child.stderr === null) throw new Error('no standard error')
    const exited = once(child, 'exit')
    let said = ''
    for await (const piece of child.stderr.setEncoding('utf8')) {
      if (!said.includes('Importing') && String(piece).includes('Importing')) child.kill('SIGTERM')
      said += String(piece)
    }
    expect((await exited)[0]).toBe(4)
    expect(said).toContain('The demo was interrupted, and its home removed.')
    expect(readdirSync(home.dir).filter((name) => name.startsWith('coldpress-demo-'))).toEqual([])
  })

  it('removes nothing that no demo made', async () => {
    const run = await home.run(['demo', '--remove', home.dir])
    expect(run.code).toBe(2)
    expect(existsSync(home.passphraseFile)).toBe(true)
  })
})
