import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDevnet, outputsFor, type TestDevnet } from './open-devnet.ts'
import { newParty, type Plain, sign } from './payments.ts'

const ada = 1_000_000n
const alice = newParty()
const bob = newParty()
const given = outputsFor(alice, 2, 100n * ada)
const script = '</pre><script>alert("1")</script>'

let devnet: TestDevnet
beforeEach(() => {
  devnet = openDevnet({ given })
})
afterEach(() => devnet.close())

const open = async (id: string) => {
  const reply = await devnet.app.inject({
    url: `/api/v0/devnet/tx/${id}`,
    headers: { host: '127.0.0.1' },
  })
  return { status: reply.statusCode, headers: reply.headers, page: reply.body }
}
const mint = async () => {
  const spends = given.slice(0, 1).map(({ spend }) => spend)
  const { id, cbor } = sign(alice, {
    spends,
    pays: [{ to: bob, lovelace: 2_500_000n }],
    mints: new Map([
      [alice.unit('<b>'), 7n],
      [alice.unit(''), 1n],
    ]),
    metadata: new Map<bigint, Plain>([[721n, new Map([['name', script]])]]),
    ttl: 9000n,
  })
  await devnet.submit(cbor)
  devnet.chain.makeBlock()
  devnet.chain.makeBlock()
  return id
}

describe('the page of a transaction', () => {
  it('shows it to a person who has no token', async () => {
    const id = await mint()
    const { status, headers, page } = await open(id)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    for (const part of [
      `<dd><code>${id}</code></dd>`,
      '<dt>Confirmations</dt><dd>1</dd>',
      'before slot 9000',
      '<dd>0.3 ADA</dd>',
      `2.5 ADA at <code>${bob.address}</code>`,
      `100 ADA at <code>${alice.address}</code>`,
      'mints 7 of “&lt;b&gt;”',
      'mints 1 of the token without a name',
      'Label 721',
    ])
      expect(page).toContain(part)
  })

  it('writes what the chain says as text, and allows nothing but its own style', async () => {
    const { headers, page } = await open(await mint())
    expect(page).not.toMatch(/<script|<b>/u)
    expect(page).toContain('&lt;/pre&gt;&lt;script&gt;alert(\\&quot;1\\&quot;)&lt;/script&gt;')
    const style = /<style>(?<css>[^]*)<\/style>/u.exec(page)?.groups?.['css'] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
  })

  it('says so where there is no such transaction', async () => {
    for (const id of ['ab'.repeat(32), 'nonsense', '%3Cscript%3E']) {
      const { status, page } = await open(id)
      expect(status).toBe(404)
      expect(page).toContain('No such transaction')
      expect(page).not.toContain('script')
    }
  })
})
