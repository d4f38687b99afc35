import { expect, it } from 'vitest'
import { writeBech32 } from '#cardano/bech32.ts'
import { asksOutsidePage } from '#main/services/confirm/outside-devnet.ts'
import type { Question } from '#app/asks.ts'
import { confirmRoyaltyTerms } from '#app/mints/confirm-royalty.ts'
import { testAddress } from '../../studio/open-studio.ts'
import { nobodysAddress, openServices } from './open-services.ts'

const script = writeBech32('addr_test', Uint8Array.of(0x70, ...new Uint8Array(28)))
const sentence = expect.stringContaining(`The royalty address ${script} is that of a script`)

it('The forms of the window are told of a receiver that is a script, and nothing of other text', async () => {
  const { call } = await openServices()
  const warnings = (address: string) =>
    call('receivers.warnings', { role: 'royalty address', address })
  expect(await warnings(script)).toEqual([sentence])
  for (const other of [testAddress, 'addr_test1', '']) expect(await warnings(other)).toEqual([])
})

it('The system’s question about a royalty says that its address is a script’s', async () => {
  const asked: Question[] = []
  const confirmations = { ask: async (question: Question) => void asked.push(question) }
  const account = {
    id: 'local-mainnet',
    name: 'Local studio',
    kind: 'local',
    network: 'mainnet',
    chain: 'mainnet',
    baseUrl: 'http://127.0.0.1:1',
    appId: '',
    createdAt: '',
  } as const
  const context = { account, asks: asksOutsidePage({ confirmations }, account) }
  for (const address of [script, testAddress])
    await confirmRoyaltyTerms(context, 'c', { rate: '0.05', address })
  const [warned, plain] = asked.map(({ lines }) => lines)
  expect(warned).toEqual(expect.arrayContaining([sentence]))
  expect(plain).not.toEqual(expect.arrayContaining([sentence]))
})

it('An address enters the address book after a yes outside the page, and is known from then on', async () => {
  const { call, app, state } = await openServices()
  const entry = { address: nobodysAddress, label: 'My wallet' }
  state.confirms = false
  await expect(call('receivers.add', entry)).rejects.toMatchObject({ code: 'cancelled' })
  expect((await app.addressBook.list()).entries).toEqual([])
  state.confirms = true
  await call('receivers.add', entry)
  expect(state.asked.at(-1)).toMatchObject({
    kind: 'add_address',
    lines: expect.arrayContaining([nobodysAddress, 'Its name: "My wallet"']),
  })
  expect((await app.addressBook.list()).entries).toMatchObject([entry])
  await call('vault.lock', null)
  await expect(call('receivers.add', entry)).rejects.toMatchObject({ code: 'vault_locked' })
})
