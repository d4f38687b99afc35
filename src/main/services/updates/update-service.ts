import type { UpdateState } from '#contract/updates/calls.ts'
import { isOffline } from '#platform/offline/offline.ts'
import { createJob, type JobControl } from '#app/jobs/create-job.ts'
import type { Update, Updates, VerifiedFile } from '#app/updates/updates.ts'
import type { WindowHandlersOf, ServiceContext, ServicesDeps } from '../services-deps.ts'
import type { Busy } from './busy.ts'

/** After the start, which has more urgent work. */
const firstMs = 30_000
/** How often it is seen whether a check is due. */
const lookMs = 10 * 60_000
const dayMs = 24 * 60 * 60_000

type UpdateContext = ServiceContext &
  Pick<ServicesDeps, 'emit' | 'installUpdate'> & {
    readonly updates: Updates
    /** What is under way, during which nothing is asked or installed by itself. */
    readonly busyWith: () => Promise<Busy | undefined>
    readonly now?: () => number
  }

export type UpdateService = {
  readonly handlers: WindowHandlersOf<'updates'>
  /** Checks once a day, if the user said yes. */
  readonly start: () => void
  /** One such look: checks if it is due and nothing is under way. */
  readonly look: () => Promise<void>
  /** Before the services close: the installation that the user chose, unless something is under way. */
  readonly atQuit: () => Promise<(() => Promise<void>) | undefined>
  readonly close: () => void
}

export const createUpdateService = (context: UpdateContext): UpdateService => {
  const { app, updates, emit, log, now = Date.now } = context
  let found: Update | undefined
  let verified: VerifiedFile | undefined
  let installsOnQuit = false
  let checkedAt: number | undefined
  let timer: NodeJS.Timeout | undefined

  /** The update that is downloaded; null: looks for one. */
  const job = createJob<Update | null, DownloadProgress, void>({
    stopped: 'The download was stopped.',
    busy: 'A check or a download is running.',
    run: (update, { signal, onProgress }) =>
      update === null
        ? check()
        : download(update, { signal, onProgress: timeDownload(update, now, onProgress) }),
    onChange: () => emit('updates.changed', state()),
  })
  const step = (): UpdateState['step'] => {
    const {
      input = null,
      progress = { bytes: 0, total: input?.file?.bytes ?? 0, secondsLeft: null },
    } = job.state()
    if (job.isRunning())
      return input === null ? { at: 'checking' } : { at: 'downloading', ...progress }
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
    error: job.state().error ?? null,
  })

  const check = async (): Promise<void> => {
    const update = await updates.check()
    const before = found?.release.version
    found = update
    checkedAt = now()
    verified = update === undefined ? undefined : await updates.downloaded(update)
    if (verified === undefined) installsOnQuit = false
    if (update !== undefined && update.release.version !== before)
      log(updateEntry(`Coldpress ${update.release.version} is there.`))
  }
  const download = async (update: Update, control: JobControl<number>): Promise<void> => {
    verified = await updates.download(update, control)
    log(updateEntry(`Coldpress ${verified.version} was downloaded; its signature is valid.`))
  }
  /** Never throws: the state says what failed. */
  const checkNow = async (): Promise<void> => {
    if (!job.isRunning()) await job.run(null).catch(() => undefined)
  }

  const look = async (): Promise<void> => {
    const isDue = checkedAt === undefined || now() - checkedAt >= dayMs
    const { canCheck } = state()
    if (!canCheck || !isDue || app.settings.get().updateCheck !== 'yes') return
    // it is due the next time too
    if ((await context.busyWith().catch(() => 'sale' as const)) !== undefined) return
    await checkNow()
  }

  return {
    handlers: {
      'updates.state': state,
      'updates.check': async () => {
        await checkNow()
        return state()
      },
      'updates.download': () => {
        if (found !== undefined && verified === undefined && !job.isRunning()) void job.start(found)
        return state()
      },
      'updates.cancel': () => {
        if (job.state().input !== null) void job.stop()
        return state()
      },
      'updates.installOnQuit': ({ on }) => {
        installsOnQuit = on && verified !== undefined && verified.command === undefined
        const changed = state()
        emit('updates.changed', changed)
        return changed
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
        log({
          ...updateEntry(`The update was not installed: ${underWay[busy]}.`),
          level: 'warning',
        })
        return undefined
      }
      return async () => {
        await updates.verifyAgain(file)
        await context.installUpdate(file)
      }
    },
    close: () => {
      clearTimeout(timer)
      if (job.state().input !== null) void job.stop()
    },
  }
}

const underWay: Readonly<Record<Busy, string>> = {
  import: 'an import was running',
  sale: 'a sale was under way',
  signing: 'something was being signed',
}

const updateEntry = (message: string) => ({ level: 'info', kind: 'app', message }) as const

const newestOf = ({ release, file }: Update): NonNullable<UpdateState['newest']> => ({
  version: release.version,
  publishedAt: release.publishedAt,
  notes: release.notes,
  bytes: file?.bytes ?? null,
})

type DownloadProgress = {
  readonly bytes: number
  readonly total: number
  readonly secondsLeft: number | null
}

/** Adds the time left to the bytes that have arrived; those of an earlier download came at no pace. */
const timeDownload = (
  { file }: Update,
  now: () => number,
  report: (progress: DownloadProgress) => void,
) => {
  const startedAt = now()
  const total = file?.bytes ?? 0
  let first: number | undefined
  return (bytes: number): void => {
    first ??= bytes
    const arrived = bytes - first
    const perMs = arrived / Math.max(1, now() - startedAt)
    report({
      bytes,
      total,
      secondsLeft: arrived > 0 ? Math.ceil((total - bytes) / perMs / 1000) : null,
    })
  }
}
