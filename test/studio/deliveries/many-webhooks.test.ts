import { expect, it } from 'vitest'
import { hang, openWorld, second, startReceiver, until } from './delivery-world.ts'

const webhooks = 50
const hanging = 10
const sales = 250
const kinds = ['MINTING', 'UNRESOLVED_MINTING_MISSING', 'MINTING', 'COMPLETED'] as const

it('10 of 50 webhooks that hang keep nothing from the other 40: each gets all 1,000 events, once, in the order of each sale', async () => {
  // The limit is not reached: who hangs, hangs all along.
  const world = await openWorld(600 * second)
  const receivers = await Promise.all(
    Array.from({ length: webhooks }, (_, index) =>
      index < hanging ? startReceiver(hang) : startReceiver(),
    ),
  )
  for (const { url } of receivers) await world.addWebhook(url)
  const emitted = new Map<string, string[]>()
  for (const status of kinds) {
    world.database.transactUnsynced(() => {
      for (let sale = 0; sale < sales; sale += 1) {
        const id = world.emit(`sale-${sale}`, { status })
        emitted.set(`sale-${sale}`, [...(emitted.get(`sale-${sale}`) ?? []), id])
      }
    })
  }
  const healthy = receivers.slice(hanging)
  const left = () => healthy.filter(({ received }) => received.length < sales * kinds.length).length
  await until(left, 120 * second).toBe(0)
  for (const { received } of healthy) {
    const bySale = Map.groupBy(received, ({ saleId }) => saleId)
    const order = [...bySale].map(
      ([sale, all]) => [sale, all.map(({ eventId }) => eventId)] as const,
    )
    expect(new Map(order)).toEqual(emitted)
  }
  for (const { received } of receivers.slice(0, hanging)) {
    expect(received.length).toBeGreaterThan(0)
    expect(received.length).toBeLessThanOrEqual(4)
  }
})
