import { expect } from 'vitest'
import { hang, openDeliveryHarness, second, startReceiver } from './delivery-harness.ts'

const kinds = ['MINTING', 'UNRESOLVED_MINTING_MISSING', 'MINTING', 'COMPLETED'] as const

/**
 * Emits four events of each sale while some receivers hang all along, and expects that each of the
 * others gets all of them, once, in the order of each sale.
 */
export const expectNobodyHeldUp = async (size: {
  readonly webhooks: number
  readonly hanging: number
  readonly sales: number
}): Promise<void> => {
  const { webhooks, hanging, sales } = size
  const harness = await openDeliveryHarness(600 * second)
  const receivers = await Promise.all(
    Array.from({ length: webhooks }, (_, index) =>
      index < hanging ? startReceiver(hang) : startReceiver(),
    ),
  )
  for (const { url } of receivers) await harness.addWebhook(url)
  const emitted = new Map<string, string[]>()
  for (const status of kinds) {
    harness.database.transactUnsynced(() => {
      for (let sale = 0; sale < sales; sale += 1) {
        const id = harness.emit(`sale-${sale}`, { status })
        emitted.set(`sale-${sale}`, [...(emitted.get(`sale-${sale}`) ?? []), id])
      }
    })
  }
  const healthy = receivers.slice(hanging)
  const left = () => healthy.filter(({ received }) => received.length < sales * kinds.length).length
  await expect.poll(left, { timeout: 240 * second }).toBe(0)
  for (const { received } of healthy) {
    const bySale = Map.groupBy(received, ({ saleId }) => saleId)
    const order = new Map(
      [...bySale].map(([sale, all]) => [sale, all.map(({ eventId }) => eventId)] as const),
    )
    expect(order).toEqual(emitted)
  }
  for (const { received } of receivers.slice(0, hanging)) {
    // One at a time, as nobody has ever heard of it.
    expect(received.length).toBe(1)
  }
}
