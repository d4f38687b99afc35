import type { ServicesDeps, WindowHandlersOf, WriteLog } from './services-deps.ts'

/** The app's log as the services write it and the window reads it. */
export const createLog = ({
  core,
  emit,
}: Pick<ServicesDeps, 'core' | 'emit'>): {
  readonly log: WriteLog
  readonly handlers: WindowHandlersOf<'log'>
} => ({
  log: (entry) => {
    try {
      emit('log.added', core.log.append(entry))
    } catch {
      // The logged action has happened: it must not fail because its entry cannot be written, as on
      // a full disk, or after the database was closed.
      // full disk, or when the database is closed already at the end of the app.
    }
  },
  handlers: { 'log.page': (query) => core.log.page(query) },
})
