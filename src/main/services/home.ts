import { untilMoved } from '#platform/disk/moved.ts'
import { backUpHome, type HomeSource } from '#app/home/copy-home.ts'
import { exportWhenConfirmed, importWhenConfirmed } from '#app/home/move-home.ts'
import type { MoveProgress } from '#app/home/move-progress.ts'
import { Secret, useAndWipe } from '#platform/secret/secret.ts'
import type { CallInput, CallOutput } from '#contract/window/calls.ts'
import { createJob, type JobControl } from '#app/jobs/create-job.ts'
import type { ConfirmingContext } from './confirm/confirmations.ts'
import { asksOutsidePage } from './confirm/outside-devnet.ts'
import type { PickedFiles } from './picked-files.ts'
import type { WindowHandlersOf, ServicesDeps } from './services-deps.ts'

type HomeContext = ConfirmingContext &
  Pick<ServicesDeps, 'dialogs' | 'emit' | 'host' | 'moving'> & {
    readonly picked: PickedFiles
    readonly runningImports: () => number
  }

export type HomeService = {
  readonly handlers: WindowHandlersOf<'home'>
  readonly close: () => void
}

export const createHomeService = (context: HomeContext): HomeService => {
  let isOurs = false
  const closed = new AbortController()
  const watch = async (): Promise<void> => {
    await untilMoved(context.app.home, closed.signal)
    // The page says itself how an export of its own ended.
    if (!closed.signal.aborted && !isOurs) context.moving.reopen()
  }
  void watch()
  const exportHere = async (run: Run<'home.export'>): Promise<Exported | null> => {
    isOurs = true
    try {
      return await exportThis(context, run)
    } catch (error) {
      isOurs = false
      throw error
    }
  }
  const job = createJob<Asked, MoveProgress, Exported | null>({
    stopped: 'It was stopped. Nothing was changed.',
    busy: 'The data folder is being backed up, exported or imported already.',
    run: (asked, control) => {
      if (asked.what === 'backup') return backUpThis(context, { ...asked, ...control })
      return asked.what === 'export'
        ? exportHere({ ...asked, ...control })
        : importThis(context, { ...asked, ...control })
    },
    onProgress: (progress, { what }) => context.emit('home.progress', { what, ...progress }),
  })
  const handlers: WindowHandlersOf<'home'> = {
    'home.backUp': (asked) => job.run({ what: 'backup', ...asked }),
    'home.export': (asked) => job.run({ what: 'export', ...asked }),
    'home.import': async (asked) => {
      context.picked.requirePicked(asked.file)
      await job.run({ what: 'import', ...asked })
      context.moving.reopen()
      return null
    },
    'home.stop': () => {
      void job.stop()
      return null
    },
    'home.reopen': () => {
      context.moving.reopen()
      return null
    },
  }
  return { handlers, close: () => closed.abort() }
}

type Asked =
  | ({ readonly what: 'backup' } & CallInput<'home.backUp'>)
  | ({ readonly what: 'export' } & CallInput<'home.export'>)
  | ({ readonly what: 'import' } & CallInput<'home.import'>)
type Exported = NonNullable<CallOutput<'home.export'>>
type Run<Call extends 'home.backUp' | 'home.export' | 'home.import'> = CallInput<Call> &
  JobControl<MoveProgress>

/** Where the user wants the file; null when they cancel. */
const chooseFile = ({ dialogs }: HomeContext, name: string): Promise<string | null> =>
  dialogs.saveFile(`${name}-${new Date().toISOString().slice(0, 10)}.coldpress`)

const sourceOf = ({ app, host, moving }: HomeContext): HomeSource => ({
  home: app.home,
  coldpress: host.version,
  vault: app.vault,
  names: () => app.vaultNames(moving.studioNames()),
})

const backUpThis = async (
  context: HomeContext,
  { passphrase, images, signal, onProgress }: Run<'home.backUp'>,
): Promise<Exported | null> => {
  const file = await chooseFile(context, 'coldpress-backup')
  if (file === null) return null
  const made = await useAndWipe(Secret.ofText(passphrase), (secret) =>
    backUpHome(sourceOf(context), {
      file,
      // The system's dialog has asked.
      replaces: true,
      passphrase: secret,
      withImages: images,
      signal,
      onProgress,
    }),
  )
  context.log({
    level: 'info',
    kind: 'app',
    message: 'The data folder was backed up.',
    details: { file: made.file },
  })
  return { file: made.file, bytes: made.bytes }
}

const exportThis = async (
  context: HomeContext,
  { passphrase, images, signal, onProgress }: Run<'home.export'>,
): Promise<Exported | null> => {
  const { app, confirmations, runningImports } = context
  const file = await chooseFile(context, 'coldpress')
  if (file === null) return null
  const exported = await exportWhenConfirmed(
    {
      ...sourceOf(context),
      asks: asksOutsidePage({ confirmations }),
      endServices: () => app.endStudios(),
      runningImports,
    },
    {
      file,
      passphrase: async () => Secret.ofText(passphrase),
      withImages: images,
      signal,
      onProgress,
    },
  )
  return { file: exported.file, bytes: exported.bytes }
}

const importThis = async (
  { app, confirmations, moving }: HomeContext,
  { file, passphrase, signal, onProgress }: Run<'home.import'>,
): Promise<null> => {
  const hasVault = app.vault.status().state !== 'new'
  await importWhenConfirmed(
    {
      ...moving,
      asks: asksOutsidePage({ confirmations }),
      hasVault: () => Promise.resolve(hasVault),
    },
    { file, passphrase: async () => Secret.ofText(passphrase), replace: true, signal, onProgress },
  )
  return null
}
