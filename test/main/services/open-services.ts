import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { z } from 'zod'
import { startLocalStudio } from '#cli/local-studio.ts'
import { type App, createApp, type RunningStudio } from '#app/create-app.ts'
import { openVault } from '#keys/vault/open-vault.ts'
import { schemasOf, skipAddresses, vaultNamesIn } from '#main/processes/studio/home-data.ts'
import { createUpdates, type Updates } from '#app/updates/updates.ts'
import type { Question } from '#app/asks.ts'
import { createServices, type Services, type ServicesDeps } from '#main/services/services.ts'
import { createAnswerCall } from '#main/shell/answer-call.ts'
import { type CallInput, type CallName, type CallOutput, calls } from '#contract/window/calls.ts'
import type { LogEntry } from '#contract/log/entry.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

export const passphrase = 'a passphrase for tests'
const resources = join(import.meta.dirname, '..', '..', '..', 'resources')

const outputs: { readonly [N in CallName]: { readonly output: z.ZodType<CallOutput<N>> } } = calls

/** A user who answers every dialog at once, and the window's received events. */
const shellOf = () => {
  const state = {
    clipboard: '',
    picked: null as string | null,
    saveTo: null as string | null,
    suggested: [] as string[],
    /** What was asked outside the page, and how it is answered. */
    asked: [] as Question[],
    confirms: true,
    reported: [] as string[],
    /** Whether the system shows notifications, and those that it was given. */
    showsNotices: true,
    notices: [] as Parameters<ServicesDeps['notify']>[0][],
    events: [] as (readonly [name: string, payload: unknown])[],
    /** What the system was asked to show, and why it opens nothing. */
    shown: [] as string[],
    openError: '',
    recentFolders: [] as readonly string[],
    /** The files that the app was told to install. */
    installed: [] as string[],
  }
  const deps = {
    emit: (name, payload) => state.events.push([name, payload]),
    dialogs: {
      pickFolder: () => Promise.resolve(state.picked),
      pickFile: () => Promise.resolve(state.picked),
      saveFile: (name) => {
        state.suggested.push(name)
        return Promise.resolve(state.saveTo)
      },
      confirm: (question: Question) => {
        state.asked.push(question)
        return Promise.resolve(state.confirms)
      },
    },
    clipboard: {
      read: () => Promise.resolve(state.clipboard),
      write: (text) => {
        state.clipboard = text
        return Promise.resolve()
      },
      clear: () => {
        state.clipboard = ''
        return Promise.resolve()
      },
    },
    notify: (notice) => {
      if (state.showsNotices) state.notices.push(notice)
      return state.showsNotices
    },
    window: {
      protect: (on) => state.reported.push(`protect ${on}`),
      allowCamera: (on) => state.reported.push(`camera ${on}`),
      close: () => state.reported.push('close'),
      setAppearance: (appearance) => state.reported.push(`appearance ${appearance}`),
    },
    setAutoLock: (milliseconds) => {
      state.reported.push(`auto-lock ${milliseconds}`)
      return Promise.resolve()
    },
    system: {
      revealFile: (path) => state.shown.push(`reveal ${path}`),
      openFile: (path) => {
        state.shown.push(`open ${path}`)
        return Promise.resolve(state.openError)
      },
    },
    showRecentFolders: (folders) => {
      state.recentFolders = folders
    },
    host: { kind: 'chromium', version: '0.1.0', versions: { node: '24' } },
    resources,
    installUpdate: ({ path }) => {
      state.installed.push(path)
      return Promise.resolve()
    },
    restartOnline: () => state.reported.push('restart online'),
  } satisfies Omit<ServicesDeps, 'app' | 'updates' | 'moving'>
  return { state, deps }
}

const withoutReleases = (home: string): Updates =>
  createUpdates({
    home,
    current: '0.1.0',
    installation: 'checkout',
    arch: 'x64',
    source: undefined,
  })

/**
 * The services over a real core in a home of its own: a vault of sealed files with a cheap seal, a
 * real studio. Calls go through the shell's own answering, which parses both ways.
 */
export const openServices = async (
  options: {
    readonly hasVault?: boolean
    /** Default: a build that knows no page of releases. */
    readonly updates?: (home: string) => Updates
  } = {},
) => {
  const home = temporaryFolder()
  let studio: Promise<RunningStudio> | undefined
  const app: App = await createApp({
    home,
    isDefaultHome: false,
    startStudio: (network) => (studio = startLocalStudio(app, { network })),
    openVault: () =>
      openVault({
        home,
        isDefaultHome: false,
        backend: 'sealed-files',
        scryptWorkFactor: 4,
        onLock: () => services.vaultChanged(app.vault.status()),
      }),
  })
  const { state, deps: shell } = shellOf()
  const deps = { ...shell, updates: (options.updates ?? withoutReleases)(home) }
  const moving: ServicesDeps['moving'] = {
    home: { path: home, isDefault: false },
    openVault: (folder) =>
      openVault({ home: folder, isDefaultHome: false, backend: 'sealed-files' }),
    schemasOf,
    skipAddresses,
    studioNames: () => vaultNamesIn(home),
    reopen: () => void state.reported.push('reopen'),
  }
  const services: Services = await createServices({ ...deps, app, moving })
  onTestFinished(async () => {
    await services.close()
    await app.close()
  })

  const answer = createAnswerCall(() => Promise.resolve(services))
  /** As the window calls: rejects with the failure that crossed. */
  const call = async <N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> => {
    const result = await answer(name, structuredClone(input))
    if (result.ok) return outputs[name].output.parse(structuredClone(result.value))
    throw new ColdpressError(result.error.code, result.error.message, {
      details: result.error.details,
    })
  }
  /** Of these kinds, newest first. */
  const logged = (...kinds: LogEntry['kind'][]): string[] =>
    app.log
      .page({ before: null, limit: 100, kinds, levels: null, search: '' })
      .entries.map(({ message }) => message)

  /** A file chosen in the system's dialog. */
  const pick = async (path: string): Promise<void> => {
    state.picked = path
    await call('app.pickFile', { what: 'policy' })
    state.picked = null
  }

  if (options.hasVault !== false) await call('vault.create', { passphrase })
  /** The Local studio, once something was asked of it. */
  const running = () => studio
  return { home, app, services, deps: { ...deps, moving }, state, call, logged, pick, running }
}

/** An address that belongs to nobody: CIP-19's test vector of type 6. */
export const nobodysAddress = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'

export const herbariumForm: CallInput<'collections.create'>['form'] = {
  name: 'Herbarium',
  payout_address: nobodysAddress,
  policy: { kind: 'generate', lockTime: null },
  metadata: { attributes: { Ink: '<ink>', artist: 'A. Printer' } },
}
