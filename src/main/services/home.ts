import type { Question } from '#app/asks.ts'
import { untilMoved } from '#platform/disk/moved.ts'
import { exportHome } from '#app/home/export-home.ts'
import { type ImportedHome, importHome } from '#app/home/import-home.ts'
import type { MoveProgress } from '#app/home/move-progress.ts'
import { Secret, useAndWipe } from '#platform/secret/secret.ts'
import type { CallInput, CallOutput } from '#contract/window/calls.ts'
import { createJob, type JobControl } from '#app/jobs/create-job.ts'
import { clockText } from '#contract/sales/delivery-terms.ts'
import { countText } from '#values/text/format.ts'
import type { ConfirmingContext } from './confirm/confirmations.ts'
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
    await untilMoved(context.core.home, closed.signal)
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
    busy: 'The data folder is being exported or imported already.',
    run: (asked, control) =>
      asked.what === 'export'
        ? exportHere({ ...asked, ...control })
        : importThis(context, { ...asked, ...control }),
    onProgress: (progress, { what }) => context.emit('home.progress', { what, ...progress }),
  })
  const handlers: WindowHandlersOf<'home'> = {
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
  | ({ readonly what: 'export' } & CallInput<'home.export'>)
  | ({ readonly what: 'import' } & CallInput<'home.import'>)
type Exported = NonNullable<CallOutput<'home.export'>>
type Run<Call extends 'home.export' | 'home.import'> = CallInput<Call> & JobControl<MoveProgress>

const exportThis = async (
  { core, dialogs, confirmations, host, moving, runningImports }: HomeContext,
  { passphrase, images, signal, onProgress }: Run<'home.export'>,
): Promise<Exported | null> => {
  const file = await dialogs.saveFile(
    `coldpress-${new Date().toISOString().slice(0, 10)}.coldpress`,
  )
  if (file === null) return null
  await confirmations.ask({
    kind: 'export_home',
    question: 'Move this data folder to another computer?',
    lines: [
      `Everything is written into ${file}, encrypted under the passphrase of the vault.`,
      images ? 'Images are included.' : 'Images are left out.',
      'From now on this computer mints, imports and serves nothing from it. The data folder is kept.',
    ],
    yes: 'Export and stop using it here',
  })
  const exported = await useAndWipe(Secret.ofText(passphrase), (secret) =>
    exportHome(
      {
        home: core.home,
        coldpress: host.version,
        vault: core.vault,
        names: () => core.vaultNames(moving.studioNames()),
        endServices: () => core.endStudios(),
        runningImports,
      },
      { file, passphrase: secret, withImages: images, signal, onProgress },
    ),
  )
  return { file: exported.file, bytes: exported.bytes }
}

const importThis = async (
  { core, confirmations, moving }: HomeContext,
  { file, passphrase, signal, onProgress }: Run<'home.import'>,
): Promise<null> => {
  const hasVault = core.vault.status().state !== 'new'
  await useAndWipe(Secret.ofText(passphrase), (secret) =>
    importHome(
      { ...moving, hasVault: () => Promise.resolve(hasVault) },
      {
        file,
        passphrase: secret,
        replace: true,
        signal,
        onProgress,
        onChecked: (found) => confirmations.ask(questionOf(core.home, found, hasVault)),
      },
    ),
  )
  return null
}

const questionOf = (home: string, found: ImportedHome, hasVault: boolean): Question => ({
  kind: 'import_home',
  question: 'Use this exported data folder on this computer?',
  lines: [
    found.isBackup
      ? `It is a backup of ${found.home}, begun at ${clockText(new Date(found.created))}. What happened there later is not in it, and it must not be used there again.`
      : `It was exported on ${found.created.slice(0, 10)} from ${found.home}.`,
    `Its vault has ${countText(found.items, 'item')}: keys, wallets and secrets of services. Each was opened. What its keys receive counts as yours.`,
    ...(hasVault
      ? [
          `It takes the place of ${home}, which has a vault. That is kept beside it, in before-import-….`,
        ]
      : []),
  ],
  yes: 'Use it here',
})
