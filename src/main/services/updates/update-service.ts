import { isColdpressError, messageOf } from '#values/errors/errors.ts'
import type { UpdateState } from '#contract/updates/calls.ts'
import { isOffline } from '#platform/offline/offline.ts'
import type { Update, Updates, VerifiedFile } from '#app/updates/updates.ts'
import type { HandlersOf, ServiceContext, ServicesDeps } from '../services-deps.ts'
import type { Busy } from './busy.ts'

/** After the start, which has more urgent work. */
const firstMs = 30_000
/** How often it is seen whether a check is due. */
const lookMs = 10 * 60_000
const dayMs = 24 * 60 * 60_000
/** Between two reports of a download. */
const reportMs = 200

type UpdateContext = ServiceContext &
  Pick<ServicesDeps, 'emit' | 'installUpdate'> & {
    readonly updates: Updates
    /** What is under way, during which nothing is asked or installed by itself. */
    readonly busyWith: () => Promise<Busy | undefined>
    readonly now?: () => number
  }

export type UpdateService = {
  readonly handlers: HandlersOf<'updates'>
  /** Checks once a day, if the user said yes. */
  readonly start: () => void
  /** One such look: checks if it is due and nothing is under way. */
  readonly look: () => Promise<void>
  /** Before the services close: the installation that the user chose, unless something is under way. */
  readonly atQuit: () => Promise<(() => Promise<void>) | undefined>
  readonly close: () => void
}

export const createUpdateService = (context: UpdateContext): UpdateService => {
  const { core, updates, emit, log, now = Date.now } = context
  let found: Update | undefined
  let verified: VerifiedFile | undefined
  let installsOnQuit = false
  let checkedAt: number | undefined
  let error: string | undefined
  let isChecking = false
  let download: RunningDownload | undefined
  let timer: NodeJS.Timeout | undefined

  const step = (): UpdateState['step'] => {
    if (isChecking) return { at: 'checking' }
    if (download !== undefined) return { at: 'downloading', ...download.progress() }
    if (verified === undefined) return { at: 'idle' }
    const { path, command = null } = verified
    return { at: 'ready', path, command, installsOnQuit }
  }
  const state = (): UpdateState => ({
    canCheck: updates.source !== undefined && !isOffline(),
    server: updates.source === undefined ? null : new URL(updates.source.url).host,
    current: updates.current,
    installation: updates.installation,
    checkedAt: checkedAt === undefined ? null : new Date(checkedAt).toISOString(),
    newest: found === undefined ? null : newestOf(found),
    step: step(),
    error: error ?? null,
  })
  const report = (): UpdateState => {
    const reported = state()
    emit('updates.changed', reported)
    return reported
  }

  /** Never throws: the state says what failed. */
  const check = async (): Promise<void> => {
    if (isChecking || download !== undefined) return
    isChecking = true
    error = undefined
    report()
    try {
      const update = await updates.check()
      const before = found?.release.version
      found = update
      checkedAt = now()
      verified = update === undefined ? undefined : await updates.downloaded(update)
      if (verified === undefined) installsOnQuit = false
      if (update !== undefined && update.release.version !== before)
        log(said(`Coldpress ${update.release.version} is there.`))
    } catch (thrown) {
      error = messageOf(thrown)
    } finally {
      isChecking = false
      report()
    }
  }

  /** Never throws: the state says what failed. */
  const runDownload = async (update: Update): Promise<void> => {
    error = undefined
    download = createDownload(update, now, report)
    try {
      verified = await updates.download(update, download)
      log(said(`Coldpress ${verified.version} was downloaded; its signature is valid.`))
    } catch (thrown) {
      if (!isColdpressError(thrown, 'cancelled')) error = messageOf(thrown)
    } finally {
      download = undefined
      report()
    }
  }

  const look = async (): Promise<void> => {
    const isDue = checkedAt === undefined || now() - checkedAt >= dayMs
    const { canCheck } = state()
    if (!canCheck || !isDue || core.settings.get().updateCheck !== 'yes') return
    // it is due the next time too
    if ((await context.busyWith().catch(() => 'sale' as const)) !== undefined) return
    await check()
  }

  return {
    handlers: {
      'updates.state': state,
      'updates.check': async () => {
        await check()
        return state()
      },
      'updates.download': () => {
        if (found !== undefined && download === undefined && verified === undefined)
          void runDownload(found)
        return report()
      },
      'updates.cancel': () => {
        download?.stop()
        return state()
      },
      'updates.installOnQuit': ({ on }) => {
        installsOnQuit = on && verified !== undefined && verified.command === undefined
        return report()
      },
    },
    start: () => {
      timer = setTimeout(function again() {
        void look()
        timer = setTimeout(again, lookMs).unref()
      }, firstMs).unref()
    },
    look,
    atQuit: async () => {
      const file = verified
      if (file === undefined || !installsOnQuit) return undefined
      const busy = await context.busyWith().catch(() => 'sale' as const)
      if (busy !== undefined) {
        log({ ...said(`The update was not installed: ${underWay[busy]}.`), level: 'warning' })
        return undefined
      }
      return async () => {
        await updates.verifyAgain(file)
        await context.installUpdate(file)
      }
    },
    close: () => {
      clearTimeout(timer)
      download?.stop()
    },
  }
}

const underWay: Readonly<Record<Busy, string>> = {
  import: 'an import was running',
  sale: 'a sale was under way',
  signing: 'something was being signed',
}

const said = (message: string) => ({ level: 'info', kind: 'app', message }) as const

const newestOf = ({ release, file }: Update): NonNullable<UpdateState['newest']> => ({
  version: release.version,
  publishedAt: release.publishedAt,
  notes: release.notes,
  bytes: file?.bytes ?? null,
})

type RunningDownload = ReturnType<typeof createDownload>

const createDownload = ({ file }: Update, now: () => number, report: () => void) => {
  const stopped = new AbortController()
  const startedAt = now()
  let first: number | undefined
  let bytes = 0
  let timer: NodeJS.Timeout | undefined
  return {
    signal: stopped.signal,
    stop: () => stopped.abort(),
    onProgress: (there: number) => {
      first ??= there
      bytes = there
      // the newest of this time: a connection may bring nothing after it
      timer ??= setTimeout(() => {
        timer = undefined
        report()
      }, reportMs).unref()
    },
    progress: () => {
      const total = file?.bytes ?? 0
      const arrived = bytes - (first ?? 0)
      const perMs = arrived / Math.max(1, now() - startedAt)
      const secondsLeft = arrived > 0 ? Math.ceil((total - bytes) / perMs / 1000) : null
      return { bytes, total, secondsLeft }
    },
  }
}
