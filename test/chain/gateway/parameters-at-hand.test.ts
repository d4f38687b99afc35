import { describe, expect, it } from 'vitest'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { parametersAtHand } from '#chain/gateway/parameters-at-hand.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { parameters } from '../../cardano/transactions/ingredients.ts'

type Parameters = Gateway['parameters']

const answered: Parameters = () =>
  Promise.resolve({ parameters, epoch: 1, fetchedAt: new Date('2026-07-01') })

const gatewaysOf = (ask: Parameters) => ({
  ready: () => ['devnet', 'mainnet'] as const,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is asked
  get: () => Promise.resolve({ parameters: ask } as Gateway),
})

describe('the protocol parameters for an estimate', () => {
  it('are those of the network’s gateway', async () => {
    expect(await parametersAtHand(gatewaysOf(answered), 'mainnet')).toEqual(parameters)
  })

  it('are unknown of a network without a gateway, which is not asked', async () => {
    for (const name of ['preprod', 'testnet', undefined])
      expect(await parametersAtHand(gatewaysOf(answered), name)).toBeUndefined()
  })

  it('are unknown where the gateway fails or hangs: an estimate stops nothing', async () => {
    const failing = gatewaysOf(() => Promise.reject(new ColdpressError('unreachable', 'Gone.')))
    expect(await parametersAtHand(failing, 'mainnet')).toBeUndefined()
    const hanging = gatewaysOf(
      ({ signal } = {}) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(new ColdpressError('cancelled', 'Late.')))
        }),
    )
    expect(await parametersAtHand(hanging, 'mainnet', AbortSignal.timeout(20))).toBeUndefined()
  })
})
