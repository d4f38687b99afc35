import { pageOf } from '#contract/page.ts'
import { eventsQuery, studioEvent } from '#contract/events/event.ts'
import { eventView } from '../events/body.ts'
import { listEvents } from '../events/store.ts'
import type { Studio } from '../options.ts'
import { pageOfRows, pageStart } from '../paging.ts'
import { appParams, errors, type StudioApp } from './app-type.ts'

export const addEventRoutes = (app: StudioApp, studio: Studio): void => {
  app.get(
    '/events',
    {
      schema: {
        tags: ['Events'],
        summary: 'List every event, delivered or not',
        params: appParams,
        querystring: eventsQuery,
        response: { 200: pageOf(studioEvent), ...errors },
      },
    },
    async ({ query }) => {
      const { status, collection_id, sale_id, since } = query
      const scope = JSON.stringify(['events', status, collection_id, sale_id, since])
      const start = pageStart(query, scope)
      const filter = { status, collection_id, sale_id, since }
      const rows = listEvents(studio.database, filter, start)
      return pageOfRows(rows, start, scope, (row) => eventView(studio, row))
    },
  )
}
