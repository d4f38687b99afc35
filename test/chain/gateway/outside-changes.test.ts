import { expect, it } from 'vitest'
import type { GatewayConfig } from '#chain/gateway/stored-gateways.ts'
import { createOutsideChanges } from '#chain/gateway/outside-changes.ts'

it('a gateway that another process sets or removes is noticed once, an own change never', () => {
  let createdAt = ''
  const config: Omit<GatewayConfig, 'createdAt'> = {
    id: 'preprod',
    network: 'preprod',
    kind: 'blockfrost',
    name: 'Blockfrost',
    settings: {},
    baseUrl: '',
    isDefault: false,
    callsPerDay: null,
  }
  const outside = createOutsideChanges(() => [{ ...config, createdAt }])
  expect(outside.take()).toEqual([])
  createdAt = '2026-11-24T18:00:00.000Z'
  expect(outside.take()).toEqual(['preprod'])
  expect(outside.take()).toEqual([])
  createdAt = '2026-11-24T18:01:00.000Z'
  outside.note()
  expect(outside.take()).toEqual([])
  createdAt = ''
  expect(outside.take()).toEqual(['preprod'])
})
