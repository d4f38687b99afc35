import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { funding, mint as mintShape, type Mint } from '#contract/mints/mint.ts'
import { TestHome } from '../support/coldpress.ts'
import { readyCollection } from '../support/ready-collection.ts'
import { runInTerminal, spawnInTerminal } from '../support/terminal.ts'

/** CIP-19's enterprise address of a script, for a test network. */
const scriptAddress = 'addr_test1wrphkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcl6szpr'
const keyAddress = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'

let home: TestHome
let collectionId = ''
beforeAll(async () => {
  home = await TestHome.withVault()
  collectionId = await readyCollection(home, '20')
})
afterAll(() => home.remove())

const words = (text: string): string[] => text.split(' ')
const build = (): string[] =>
  words(`mint build --collection ${collectionId} --tokens Herbarium01 --to ${scriptAddress}`)
const withdraw = (): string[] =>
  words(`mint withdraw --collection ${collectionId} --to ${keyAddress}`)
const open = (): string[] => ['--passphrase-file', home.passphraseFile]

const mints = async (): Promise<readonly Mint[]> =>
  z.array(mintShape).parse((await home.json(['mint', 'status'])).document)
const fundsAt = async () =>
  funding.parse((await home.json(['mint', 'fund', '--collection', collectionId])).document)

describe('money that would go out unasked', () => {
  it.each([
    { what: 'a mint to the address of a script', args: build },
    { what: 'a withdrawal', args: withdraw },
  ])(
    '$what ends with exit code 2 before anything is built, without a terminal',
    async ({ args }) => {
      for (const more of [[], ['--json']]) {
        const run = await home.run([...args(), ...open(), ...more])
        expect(run.code, run.stdout).toBe(2)
        expect(run.stderr).toContain('--yes')
      }
      expect(await mints()).toEqual([])
      expect(await fundsAt()).toMatchObject({ lovelace: 20_000_000, reserved_lovelace: 0 })
    },
  )

  it('asks nobody on a terminal either where the answer is one JSON document', async () => {
    const { code, screen } = await runInTerminal(home, [...build(), ...open(), '--json'], [])
    expect(code, screen).toBe(2)
    expect(await mints()).toEqual([])
  })

  it.each([
    {
      what: 'A mint',
      args: build,
      keys: 'no',
      typed: 'no\r',
      names: `${scriptAddress} is that of a script`,
    },
    { what: 'A mint', args: build, keys: 'Ctrl-C', typed: '\u{3}', names: scriptAddress },
    { what: 'A withdrawal', args: withdraw, keys: 'no', typed: 'no\r', names: keyAddress },
  ])('$what is shown decoded, and cancelled by $keys', async ({ args, typed, names }) => {
    const answers = [['Type "sign"', typed]] as const
    const { code, screen } = await runInTerminal(home, [...args(), ...open()], answers)
    expect(code, screen).toBe(7)
    expect(screen).toContain(names)
    const last = (await mints()).at(-1)
    expect(last).toMatchObject({ status: 'cancelled' })
    // the very transaction that was built
    for (const { tx_id: txId, signed_by: signed } of last?.transactions ?? []) {
      expect(screen).toContain(txId)
      expect(signed).toEqual([])
    }
    expect(await fundsAt()).toMatchObject({ lovelace: 20_000_000, reserved_lovelace: 0 })
  })

  it('A mint is cancelled when its terminal is closed at the prompt', async () => {
    const terminal = spawnInTerminal(home, [...build(), ...open()])
    let screen = ''
    for await (const piece of terminal.stdout.setEncoding('utf8')) {
      screen += String(piece)
      // its end closes the terminal, and the system sends SIGHUP to what runs in it
      if (screen.includes('Type "sign"')) terminal.kill('SIGKILL')
    }
    await expect
      .poll(async () => (await mints()).at(-1), { timeout: 60_000 })
      .toMatchObject({ status: 'cancelled' })
    expect(await fundsAt()).toMatchObject({ lovelace: 20_000_000, reserved_lovelace: 0 })
  })

  it('writes the request of a mint that is only held, and says why there is none of a cancelled one', async () => {
    const held = mintShape.parse((await home.json([...build(), '--hold'])).document)
    const out = join(home.dir, 'held.cpreq')
    const status = ['mint', 'status', held.id, '--out', out]
    expect(await home.json(status)).toMatchObject({ document: { held: true, request_file: out } })
    const seen = await home.json(['tx', 'inspect', out])
    const [transaction] = held.transactions
    expect(seen).toMatchObject({
      code: 0,
      document: { tx_id: transaction?.tx_id, signed_by: [] },
    })
    await home.json(['mint', 'cancel', held.id])
    rmSync(out)
    expect(await home.json(status)).toMatchObject({
      code: 3,
      document: { error: { message: expect.stringContaining('is cancelled') } },
    })
    expect(existsSync(out)).toBe(false)
  })

  it('goes out, just as it was shown, once that was confirmed', async () => {
    const { code, screen } = await runInTerminal(
      home,
      [...build(), ...open(), '--wait'],
      [['Type "sign"', 'sign\r']],
    )
    expect(code, screen).toBe(0)
    const minted = (await mints()).at(-1)
    expect(minted).toMatchObject({ status: 'completed', tokens: [{ address: scriptAddress }] })
    expect(screen).toContain(minted?.transactions[0]?.tx_id)
    const sent = await home.json([...withdraw(), '--yes', '--wait'])
    expect(sent).toMatchObject({ code: 0, document: { status: 'completed' } })
  })
})
