import { expect } from 'vitest'
import { writeBech32 } from '#cardano/bech32.ts'
import { ada } from '../mints/mint-harness.ts'
import { salesTest as it } from './sales-test.ts'

const script = writeBech32('addr_test', Uint8Array.of(0x70, ...new Uint8Array(28)))
const warning = (role: string) => [
  expect.stringContaining(`The ${role} ${script} is that of a script, not of a key.`),
]

it('A script is warned of as the payout of a sale, and as the receiver of its refund', async ({
  sales,
}) => {
  const { sold } = await sales.reserve(['Dd'], {}, { payout_address: script })
  expect(sold.warnings).toEqual(warning('payout address'))
  await sales.buyer.pay(sold, 5n * ada)
  await sales.reaches(sold, 'UNRESOLVED_UNDERPAID')
  const refund = await sales.studio.call('POST', `/sales/${sold.id}/resolve`, {
    action: 'refund',
    to: script,
  })
  expect(refund).toMatchObject({ status: 200, body: { warnings: warning('receiver') } })
  await sales.reaches(sold, 'REFUNDED')
})
