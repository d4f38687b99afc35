import type { eventOperations } from '#contract/events/operations.ts'
import type { HandlersOf } from '#transport/http/server.ts'
import type { Studio } from '../options.ts'
import { pageOfRows, pageStart } from '../server/paging.ts'
import { eventView } from './body.ts'
import { listEvents } from './store.ts'

export const eventHandlers = (studio: Studio): HandlersOf<typeof eventOperations> => ({
  events: ({ query }) => {
    const { status, collection_id, sale_id, since } = query
    const scope = JSON.stringify(['events', status, collection_id, sale_id, since])
    const start = pageStart(query, scope)
    const filter = { status, collection_id, sale_id, since }
    const rows = listEvents(studio.database, filter, start)
    return pageOfRows(rows, start, scope, (row) => eventView(studio, row))
  },
})
