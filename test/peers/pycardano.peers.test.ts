import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { mint as mintShape, type Mint } from '#contract/mints/mint.ts'
import { hexToBytes } from '@noble/hashes/utils.js'
import { writeTransactionText } from '#cardano/transactions/tx-envelope.ts'
import { hasChainPeers, peersPython } from '../support/chain-peers.ts'
import { TestHome } from '../support/coldpress.ts'

const program = join(import.meta.dirname, '..', 'fixtures', 'pycardano', 'pycardano_files.py')

const sample = join(import.meta.dirname, '..', '..', 'resources', 'sample')
const herbarium = z
  .looseObject({ payout_address: z.string() })
  .parse(JSON.parse(readFileSync(`${sample}-collection.json`, 'utf8')))

describe.runIf(hasChainPeers('Python'))('pycardano, as it is installed here', () => {
  const home = new TestHome()
  const at = (...names: readonly string[]): string => join(home.dir, ...names)
  const keys = at('keys')
  let policyId = ''
  let collection = ''
  let taken: unknown
  const succeeds = async (args: readonly string[], code = 0): Promise<unknown> => {
    const ended = await home.json(args)
    expect(ended.code, `${args.join(' ')}: ${ended.stderr}`).toBe(code)
    return ended.document
  }
  beforeAll(async () => {
    execFileSync(peersPython, [program, 'keys', keys])
    policyId = readFileSync(join(keys, 'policy.id'), 'utf8')
    // Without the signing keys: the mints wait for pycardano.
    const watched = at('watched')
    mkdirSync(watched)
    for (const name of ['policy.script', 'plain.vkey', 'policy.id'])
      home.file(join('watched', name), readFileSync(join(keys, name)))
    const importing = ['policy', 'import', '--file', watched, '--network', 'devnet']
    taken = await succeeds(importing)
    const { policy: _, royalty: __, ...request } = herbarium
    const file = home.file('collection.json', JSON.stringify(request))
    const create = ['collection', 'create', '--file', file, '--policy', policyId, '--yes']
    collection = z.looseObject({ id: z.string() }).parse(await succeeds(create)).id
    await succeeds(['import', sample, '--collection', collection])
    await succeeds(['mint', 'fund', '--collection', collection, '--ada', '50'])
  })
  afterAll(() => home.remove())

  const parked = async (token: string): Promise<Mint> => {
    const build = ['mint', 'build', '--collection', collection, '--tokens', token]
    const to = ['--to', herbarium.payout_address, '--yes', '--out', at(`${token}.cpreq`)]
    return mintShape.parse(await succeeds([...build, ...to]))
  }

  /** The transaction of a mint, signed by pycardano with the key file of this name. */
  const signed = ({ transactions }: Mint, key: string): string => {
    const [transaction] = transactions
    const file = home.file('mint.tx', writeTransactionText(hexToBytes(transaction?.cbor ?? '')))
    execFileSync(peersPython, [program, 'sign', file, join(keys, key), at('mint.signed')])
    return readFileSync(at('mint.signed'), 'utf8')
  }

  it('signs copies that complete a mint in the command line, with its type and with an empty one', async () => {
    expect(taken).toMatchObject({ policy_id: policyId, keys_here: [] })
    const tokens = ['Herbarium01', 'Herbarium02']
    for (const [index, type] of ['Signed Tx ConwayEra', ''].entries()) {
      const mint = await parked(tokens[index] ?? '')
      const copy = z
        .looseObject({ type: z.string() })
        .parse(JSON.parse(signed(mint, 'policy.skey')))
      expect(copy.type).toBe('Signed Tx ConwayEra')
      const file = home.file('copy.signed', JSON.stringify({ ...copy, type }))
      expect(await succeeds(['mint', 'witness', mint.id, file, '--wait'])).toMatchObject({
        status: 'completed',
      })
    }
    const mint = await parked('Herbarium03')
    signed(mint, 'plain.skey')
    expect(
      await succeeds(['mint', 'witness', mint.id, at('mint.witness'), '--wait']),
    ).toMatchObject({ status: 'completed' })
  })

  it('writes key files that are taken over, also those without a type', async () => {
    for (const name of ['plain.skey', 'policy.skey']) {
      const other = new TestHome()
      const files = ['--file', join(keys, 'policy.cbor.script'), '--signing-key-file']
      const dry = await other.json(['policy', 'import', ...files, join(keys, name), '--dry-run'])
      expect(dry).toMatchObject({
        code: 0,
        document: {
          policy_id: policyId,
          minting: 'possible',
          keys: [{ source: 'files', file: name }],
        },
      })
      other.remove()
    }
  })
})
