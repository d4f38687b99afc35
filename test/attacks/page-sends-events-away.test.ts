import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openServices } from '../main/services/open-services.ts'
import { startReceiver } from '../studio/deliveries/delivery-harness.ts'
import { temporaryFolder } from '../support/folder-test.ts'

const accountId = 'local'

it('a page that was taken over has no events sent to its own address, by a new webhook or a changed one', async () => {
  const thief = await startReceiver()
  const { call, state } = await openServices()
  state.saveTo = join(temporaryFolder(), 'secret.txt')
  const made = await call('webhooks.add', {
    accountId,
    name: 'Shop',
    callback_url: 'https://shop.example/',
  })
  const webhookId = made?.webhook.id ?? ''
  state.confirms = false
  await expect(
    call('webhooks.add', { accountId, name: 'Shop', callback_url: thief.url }),
  ).rejects.toMatchObject({ code: 'cancelled' })
  await expect(
    call('webhooks.update', { accountId, webhookId, callback_url: thief.url }),
  ).rejects.toMatchObject({ code: 'cancelled' })
  expect(state.asked.at(-1)?.lines).toContain(`Address: ${thief.url}`)
  expect(await call('webhooks.list', { accountId })).toMatchObject([
    { id: webhookId, callback_url: 'https://shop.example/' },
  ])
  expect(thief.received).toEqual([])
})
