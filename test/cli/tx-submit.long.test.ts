import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { slotAt } from '#cardano/slots.ts'
import { writeSigningKey } from '#cardano/keys.ts'
import { policyIdOf } from '#cardano/scripts.ts'
import { buildMint } from '#cardano/transactions/build/build-mint.ts'
import { createBlockfrost } from '#chain/gateway/blockfrost/client.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { Secret } from '#platform/secret/secret.ts'
import { parentBodies } from '#chain/gateway/parent-bodies.ts'
import { writeRequestFile } from '#app/signing/request-file.ts'
import * as given from '../cardano/transactions/ingredients.ts'
import { requestOf } from '../app/signing/request-samples.ts'
import { TestHome } from '../support/coldpress.ts'
import { until } from '../support/until.ts'

const { alice, payer } = given
const lock = 4_000_000_000
const policy = given.policyWith(given.all(given.sig(alice), given.before(lock)), alice)
const policyId = policyIdOf(policy.script)
const wallet = given.enterprise(payer)

const served = z.object({ gateway_url: z.string(), gateway_token: z.string() })

let home: TestHome
let studio: ReturnType<TestHome['start']>
let gateway: Gateway
beforeAll(async () => {
  home = await TestHome.withVault()
  studio = home.start(['studio', 'serve', '--json', '--passphrase-file', home.passphraseFile])
  if (studio.stdout === null) throw new Error('no standard output')
  const [line] = z
    .tuple([z.string()])
    .parse(await once(createInterface({ input: studio.stdout }), 'line'))
  const { gateway_url: baseUrl, gateway_token: token } = served.parse(JSON.parse(line))
  gateway = createBlockfrost({ network: 'devnet', baseUrl, secret: Secret.ofText(token) })
  const funded = await fetch(`${baseUrl}/devnet/fund`, {
    method: 'POST',
    headers: { project_id: token, 'content-type': 'application/json' },
    body: JSON.stringify({ address: wallet, lovelace: '50000000' }),
  })
  if (!funded.ok) throw new Error(`the faucet answered ${funded.status}`)
  await until(async () => (await gateway.utxosAt(wallet)).length > 0)
})
afterAll(async () => {
  const ended = once(studio, 'exit')
  studio.kill('SIGTERM')
  await ended
  home.remove()
})

const path = (name: string): string => join(home.dir, name)

/** A request for a mint out of what is really there. */
const writeRequest = async (name: string): Promise<string> => {
  const utxos = await gateway.utxosAt(wallet)
  const { parameters } = await gateway.parameters()
  const built = buildMint(
    {
      network: 'devnet',
      parameters,
      slot: slotAt('devnet', new Date()),
      funding: { utxos, changeAddress: wallet },
    },
    { policy, tokens: given.tokensNamed(3, { policyId }) },
  )
  const [funding] = built[0]?.inputs ?? []
  if (funding === undefined) throw new Error('no input')
  const request = requestOf(
    { funding, parent: new Uint8Array(), policy, policyId, built },
    {
      parents: await parentBodies(
        gateway,
        (built[0]?.inputs ?? []).map(({ txId }) => txId),
      ),
      resolvedInputs: built[0]?.inputs ?? [],
      expected: built.map(() => ({
        policyId,
        lockSlot: BigInt(lock),
        hasMinted: false,
        awaitsRoyalty: false,
        addresses: [],
      })),
    },
  )
  home.file(name, writeRequestFile(request))
  return built[0]?.txId ?? ''
}

describe('tx parents', () => {
  it('proves the inputs of a request, and of a transaction of another tool', async () => {
    await writeRequest('whole.cpreq')
    const { parents: _, ...bare } = z
      .looseObject({ transactions: z.array(z.looseObject({ cborHex: z.string() })) })
      .parse(JSON.parse(readFileSync(path('whole.cpreq'), 'utf8')))
    const plain = home.file('plain.hex', bare.transactions[0]?.cborHex ?? '')
    for (const source of [home.file('bare.cpreq', JSON.stringify(bare)), plain]) {
      const before = await home.json(['tx', 'inspect', source])
      expect(before.document).toMatchObject({ unproved_inputs: 1 })
      const out = path('proved.cpreq')
      const added = await home.json(['tx', 'parents', source, '--network', 'devnet', '--out', out])
      expect(added).toMatchObject({ code: 0, document: { parents: 1, unproved_inputs: 0 } })
      const after = await home.json(['tx', 'inspect', out])
      expect(after.document).toMatchObject({ unproved_inputs: 0, inputs: [{ source: 'parent' }] })
    }
    const unreported = await home.run(['tx', 'parents', plain, '--out', path('x.cpreq')])
    expect(unreported).toMatchObject({ code: 2, stderr: expect.stringContaining('--network') })
  })
})

describe('tx submit', () => {
  it('takes a request from two key files to confirmed tokens, and again changes nothing', async () => {
    const txId = await writeRequest('mint.cpreq')
    for (const [name, key] of [
      ['payer', payer],
      ['alice', alice],
    ] as const) {
      const file = home.file(`${name}.skey`, writeSigningKey(key, 'envelope').text())
      const sign = ['tx', 'witness', path('mint.cpreq'), '--yes', '--signing-key-file', file]
      await home.json([...sign, '--out', path(`${name}.witness`)])
    }
    const assemble = ['tx', 'assemble', path('mint.cpreq'), '--witness']
    await home.json([...assemble, path('alice.witness'), '--out', path('part.cpreq')])
    const early = await home.run(['tx', 'submit', path('part.cpreq')])
    expect(early).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Signatures are still missing. Nothing was sent'),
    })
    const witnesses = [path('payer.witness'), path('alice.witness')]
    await home.json([...assemble, ...witnesses, '--out', path('mint.signed')])
    const unreported = await home.run(['tx', 'submit', path('mint.signed')])
    expect(unreported).toMatchObject({ code: 2, stderr: expect.stringContaining('--network') })
    const submit = ['tx', 'submit', path('mint.signed'), '--network', 'devnet']
    const sent = await home.json([...submit, '--wait'])
    expect(sent).toMatchObject({
      code: 0,
      document: { network: 'devnet', tx_id: txId, state: 'confirmed' },
    })
    expect(await gateway.assetsOf(policyId)).toHaveLength(3)
    const again = await home.json(submit)
    expect(again).toMatchObject({ code: 0, document: { state: 'confirmed' } })
    const inspected = await home.json(['tx', 'inspect', path('mint.signed')])
    expect(inspected.document).toMatchObject({ tx_id: txId })
    expect(readFileSync(path('mint.signed'), 'utf8')).toContain('Tx ConwayEra')
  })

  it("says the ledger's reason for what it refuses", async () => {
    const utxos = await gateway.utxosAt(wallet)
    expect(utxos.length).toBeGreaterThan(0)
    // signed rightly, but what it spends is gone: the ids of nothing that exists
    const [spent] = given.contextWith([given.utxoOf(given.ada(20), wallet)]).funding.utxos
    const { parameters } = await gateway.parameters()
    const built = buildMint(
      {
        network: 'devnet',
        parameters,
        slot: slotAt('devnet', new Date()),
        funding: { utxos: spent === undefined ? [] : [spent], changeAddress: wallet },
      },
      { policy, tokens: given.tokensNamed(1, { policyId }) },
    )
    const [mint] = built
    if (mint === undefined) throw new Error('nothing was built')
    const file = home.file('gone.hex', Buffer.from(given.signed(mint)).toString('hex'))
    const run = await home.run(['tx', 'submit', file, '--network', 'devnet', '--wait'])
    expect(run).toMatchObject({ code: 3, stdout: '' })
    expect(run.stderr).toMatch(new RegExp(`transaction ${mint.txId}: .*input`, 'iu'))
  })
})
