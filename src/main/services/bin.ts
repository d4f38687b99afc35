import { countText } from '#values/text/format.ts'
import { binItemViewOf, openBin, restoreItems } from '#app/bin/bin.ts'
import type { ServiceContext, WindowHandlersOf } from './services-deps.ts'

export const binHandlers = ({ app, log }: ServiceContext): WindowHandlersOf<'bin'> => ({
  'bin.list': async ({ accountId }) => {
    const client = await openBin(app.accounts, accountId)
    return Array.fromAsync(client.binItems({ size: 100 }), binItemViewOf)
  },
  'bin.restore': async ({ accountId, ids }) => {
    const client = await openBin(app.accounts, accountId)
    const { restored, failures } = await restoreItems(client, ids)
    if (restored.length > 0)
      log({
        level: 'info',
        kind: 'collection',
        message: `Restored from the bin: ${countText(restored.length, 'item')}.`,
        details: { accountId, ids: restored.map(({ restored_id: id }) => id).join(', ') },
      })
    return { restored: [...restored], failures: [...failures] }
  },
  'bin.empty': async ({ accountId }) => {
    const client = await openBin(app.accounts, accountId)
    await client.emptyBin()
    log({
      level: 'warning',
      kind: 'collection',
      message: 'The bin was emptied.',
      details: { accountId },
    })
    return null
  },
})
