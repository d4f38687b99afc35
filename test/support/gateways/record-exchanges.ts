import { buffer } from 'node:stream/consumers'
import { createKoios } from '#chain/gateway/koios/client.ts'
import { createOgmios } from '#chain/gateway/ogmios/client.ts'
import { ogmios as provider } from '#chain/gateway/ogmios/provider.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { newGenesisId } from '#devnet/chain/genesis.ts'
import { TxId } from '#cardano/ids.ts'
import { Unit } from '#cardano/value.ts'
import { caseNamed, givenOutputs, vectors } from '../../devnet/cases.ts'
import { outputsFor } from '../../devnet/open-devnet.ts'
import { encode, newParty, type Plain, sign } from '../../devnet/payments.ts'
import { startLoopbackServer } from '../loopback-server.ts'
import { openTestChain } from './chain.ts'
import { startKoios } from './koios.ts'
import { startKupo } from './kupo.ts'
import { startOgmios } from './ogmios.ts'

/** Where Coldpress asked something, and what it was answered. */
type Exchange = {
  readonly server: string
  readonly method: string
  /** With its query, without the server's own address. */
  readonly path: string
  readonly status: number
  readonly answer: unknown
}

/** What lies on the chain: every form of an output, and a token that was minted, moved and burned. */
const openScene = () => {
  const party = newParty()
  const funds = outputsFor(party, 4, 50_000_000n)
  const txId = newGenesisId()
  const [datum, script] = [encode(42n), encode([0n, [0n, Buffer.from(party.key.keyHash, 'hex')]])]
  const tagged = (bytes: Uint8Array) => [0xd8, 0x18, ...encode(bytes)]
  const amount = [0x00, ...encode(party.addressBytes), 0x01, ...encode(3_000_000n)]
  const special = [
    [0xa3, ...amount, 0x02, 0x82, 0x01, ...tagged(datum)],
    [0xa3, ...amount, 0x03, ...tagged(script)],
    [0xa3, ...amount, 0x02, 0x82, 0x00, ...encode(new Uint8Array(32))],
  ].map((cbor, index) => ({ ref: { txId, index }, cbor: Uint8Array.from(cbor) }))
  const test = openTestChain([...funds, ...special, ...givenOutputs], vectors.slot)
  const spend = (index: number) => {
    const output = funds[index]
    if (output === undefined) throw new Error('the party has nothing left')
    return output.spend
  }
  const unit = party.unit('Leaf')
  const metadata = new Map<bigint, Plain>([
    [721n, new Map([[party.policyId, new Map([['Leaf', new Map([['name', 'Leaf']])]])]])],
    [674n, new Map([['msg', 'hello']])],
  ])
  const minted = sign(party, { spends: [spend(0)], mints: new Map([[unit, 3n]]), metadata })
  const change = {
    txId: minted.id,
    index: 0,
    lovelace: 50_000_000n - 300_000n,
    assets: new Map([[unit, 3n]]),
  }
  const burned = sign(party, {
    spends: [change],
    mints: new Map([[unit, -1n]]),
    pays: [{ to: newParty(), lovelace: 5_000_000n }],
  })
  const paid = sign(party, { spends: [spend(1)], pays: [{ to: newParty(), lovelace: 7_000_000n }] })
  return { test, party, unit, minted, burned, paid }
}

/** Calls everything that a gateway can do, also what fails. */
const askAll = async (gateway: Gateway, scene: ReturnType<typeof openScene>): Promise<void> => {
  const { test, party, unit, minted, burned, paid } = scene
  const missing = TxId('ab'.repeat(32))
  await gateway.submit(minted.cbor)
  test.mine()
  await gateway.submit(burned.cbor)
  test.mine()
  await gateway.submit(paid.cbor)
  for (const { name } of vectors.cases.filter(({ expect }) => expect === 'reject'))
    // oxlint-disable-next-line no-await-in-loop -- one server, one after the other
    await gateway.submit(caseNamed(name)).catch(() => undefined)
  test.mine()
  const tip = await gateway.tip()
  await gateway.networkMagic()
  await gateway.securityParam()
  await gateway.parameters()
  await gateway.block(tip.hash)
  await gateway.block(1)
  await gateway.block(1_000_000)
  for (const id of [minted.id, burned.id, paid.id, missing]) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the chain
    await Promise.all([
      gateway.transaction(id),
      gateway.outputsOf(id),
      gateway.metadata(id),
      gateway.isKnown(id),
      gateway.transactionCbor(id).catch(() => undefined),
    ])
  }
  for (const address of [party.address, newParty().address]) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one after the other
    await Promise.all([gateway.utxosAt(address), gateway.usesOf(address)])
  }
  for (const asked of [unit, Unit(`${party.policyId}ff`)]) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one after the other
    await Promise.all([gateway.asset(asked), gateway.holdersOf(asked)])
  }
  await gateway.assetsOf(party.policyId)
  await gateway.assetsOf('cd'.repeat(28))
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A proxy before a server that keeps what goes through it. */
const startRecorder = async (server: string, target: string, exchanges: Exchange[]) => {
  const { origin } = new URL(target)
  const proxy = await startLoopbackServer(async ({ method, headers }, message, response) => {
    const body = await buffer(message)
    const path = message.url ?? '/'
    const { 'content-type': type } = headers
    const reply = await fetch(`${origin}${path}`, {
      method,
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
      ...(method === 'GET' ? {} : { body }),
    })
    const answer = await reply.text()
    const { status } = reply
    exchanges.push({ server, method, path, status, answer: parsed(answer) })
    response.writeHead(status, { 'content-type': reply.headers.get('content-type') ?? '' })
    response.end(answer)
  })
  return { url: target.replace(origin, proxy.url), close: () => proxy.close() }
}

const recordKoios = async (exchanges: Exchange[]): Promise<void> => {
  const scene = openScene()
  const koios = await startKoios(scene.test)
  const { url: baseUrl, close } = await startRecorder('koios', koios.baseUrl, exchanges)
  await askAll(createKoios({ network: 'devnet', baseUrl }), scene)
  await close()
  await koios.close()
  scene.test.close()
}

const recordOgmios = async (version: 6 | 7, exchanges: Exchange[]): Promise<void> => {
  const scene = openScene()
  const ogmios = await startOgmios(scene.test, { version })
  const kupo = await startKupo(scene.test)
  const toOgmios = await startRecorder(`ogmios ${version}`, ogmios.url, exchanges)
  const toKupo = await startRecorder('kupo', kupo.url, exchanges)
  const urls = { ogmiosUrl: toOgmios.url, kupoUrl: toKupo.url }
  await askAll(createOgmios({ network: 'devnet', ...urls }), scene)
  kupo.state.patterns.splice(0)
  const { policyId } = scene.party
  await provider.prepare?.({ network: 'preprod', settings: urls, secret: undefined }, [
    { policyId, since: undefined },
  ])
  for (const server of [toOgmios, toKupo, ogmios, kupo])
    // oxlint-disable-next-line no-await-in-loop -- the proxies before what they stand before
    await server.close()
  scene.test.close()
}

/** Every exchange of Coldpress with the stand-ins of Koios, of Ogmios 6 and 7, and of Kupo. */
export const recordExchanges = async (): Promise<readonly Exchange[]> => {
  const exchanges: Exchange[] = []
  await recordKoios(exchanges)
  await recordOgmios(6, exchanges)
  await recordOgmios(7, exchanges)
  return exchanges
}
