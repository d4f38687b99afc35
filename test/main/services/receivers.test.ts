import { expect, it } from 'vitest'
import { writeBech32 } from '#cardano/bech32.ts'
import { confirmRoyaltyOutsideDevnet } from '#main/services/minting/royalty-handlers.ts'
import type { Question } from '#app/asks.ts'
import { testAddress } from '../../studio/open-studio.ts'
import { openServices } from './open-services.ts'

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
  const deps = {
    app: {
      accounts: { get: () => ({ chain: 'mainnet' as const, baseUrl: 'http://127.0.0.1:1' }) },
    },
    confirmations: {
      ask: async (question: Question) => {
        asked.push(question)
      },
    },
  }
  const collectionRef = { accountId: 'local', collectionId: 'c' }
  for (const address of [script, testAddress])
    await confirmRoyaltyOutsideDevnet(deps, collectionRef, { rate: '0.05', address })
  const [warned, plain] = asked.map(({ lines }) => lines)
  expect(warned).toEqual(expect.arrayContaining([sentence]))
  expect(plain).not.toEqual(expect.arrayContaining([sentence]))
})
