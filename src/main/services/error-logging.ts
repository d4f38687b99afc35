import { z } from 'zod'
import { longText, shortText } from '#values/bounds/bounded.ts'
import type { CallName, Handlers } from '#contract/window/calls.ts'
import { ColdpressError, type ErrorCode, type ErrorDetails } from '#values/errors/errors.ts'
import { detailsText, serviceReason } from '#values/errors/service-details.ts'
import type {
  LogDraft,
  ServiceContext,
  ServicesDeps,
  WindowHandlersOf,
  WriteLog,
} from './services-deps.ts'

/** Error codes that are logged for every call. */
const noted: Partial<Record<ErrorCode, Pick<LogDraft, 'kind' | 'level'>>> = {
  unreachable: { kind: 'connection', level: 'warning' },
  timeout: { kind: 'connection', level: 'warning' },
  unauthorized: { kind: 'connection', level: 'error' },
  forbidden: { kind: 'connection', level: 'error' },
  rate_limited: { kind: 'connection', level: 'warning' },
  service_error: { kind: 'connection', level: 'error' },
  wrong_passphrase: { kind: 'vault', level: 'warning' },
  keychain_unreachable: { kind: 'vault', level: 'error' },
  disk_full: { kind: 'app', level: 'error' },
  read_only: { kind: 'app', level: 'error' },
  busy: { kind: 'app', level: 'warning' },
  corrupt: { kind: 'app', level: 'error' },
}

/** Calls that log their own errors. */
const reportedElsewhere: ReadonlySet<string> = new Set<CallName>(['accounts.test'])

/** A view that polls repeats its error. */
const quietMs = 60_000

/** Logs the error of a call: one entry for each account, code and minute. */
export const createErrorLogger = ({
  app,
  log,
  now = () => Date.now(),
}: ServiceContext & { readonly now?: () => number }) => {
  const notedAt = new Map<string, number>()
  return (call: string, input: unknown, error: unknown): void => {
    if (!(error instanceof ColdpressError) || reportedElsewhere.has(call)) return
    const kind = noted[error.code]
    if (kind === undefined) return
    for (const [key, at] of notedAt) if (now() - at >= quietMs) notedAt.delete(key)
    const label = labelOf(call, input, { app })
    const key = JSON.stringify([label, error.code])
    if (notedAt.has(key)) return
    notedAt.set(key, now())
    log({
      ...kind,
      message: label === undefined ? error.message : `${label}: ${error.message}`,
      details: {
        call,
        code: error.code,
        ...(label === undefined ? {} : { label }),
        ...loggedDetails(error.details),
      },
    })
  }
}

const ofAccount = z.object({ accountId: shortText })
const ofPinTarget = z.object({ name: longText })

/** The subject of a call: the account or the pin target. */
const labelOf = (call: string, input: unknown, { app }: Pick<ServiceContext, 'app'>) => {
  const account = ofAccount.safeParse(input)
  if (account.success) {
    return app.accounts.list().find(({ id }) => id === account.data.accountId)?.name
  }
  const label = ofPinTarget.safeParse(input)
  return call.startsWith('pins.') && label.success ? label.data.name : undefined
}

/** What the service answered, in its own words. */
export const loggedDetails = (details: ErrorDetails): Readonly<Record<string, string>> => {
  const answered = detailsText(details)
  const reason = serviceReason(details)
  if (answered === undefined) return {}
  return { answered, ...(reason === undefined ? {} : { reason }) }
}

/** The same handlers, with `note` called for their errors. */
export const withErrorLogging = (
  handlers: Handlers,
  note: (call: string, input: unknown, error: unknown) => void,
): Handlers => {
  const noting = Object.entries(handlers).map(([call, handler]) => [
    call,
    async (input: never) => {
      try {
        return await handler(input)
      } catch (error) {
        note(call, input, error)
        throw error
      }
    },
  ])
  // Each entry is a handler under its own name, which the type of fromEntries does not express.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(noting) as Handlers
}

/** The app's log as the services write it and the window reads it. */
export const createLog = ({
  app,
  emit,
}: Pick<ServicesDeps, 'app' | 'emit'>): {
  readonly log: WriteLog
  readonly handlers: WindowHandlersOf<'log'>
} => ({
  log: (entry) => {
    try {
      emit('log.added', app.log.append(entry))
    } catch {
      // The logged action has happened: it must not fail because its entry cannot be written, as on
      // a full disk, or after the database was closed.
      // full disk, or when the database is closed already at the end of the app.
    }
  },
  handlers: { 'log.page': (query) => app.log.page(query) },
})
