import type { Question } from '#app/asks.ts'
import type { CallName, EventName, EventPayload, Handlers } from '#contract/window/calls.ts'
import type { LogEntry } from '#contract/log/entry.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { VaultView } from '#contract/vault/status.ts'
import type { HomeImport } from '#app/home/import-home.ts'
import type { StudioVaultNames } from '#app/home/vault-names.ts'
import type { ImageFile } from '#app/images/thumbnails.ts'
import type { WindowImages } from '#app/imports/pipeline/preparation.ts'
import type { App } from '#app/create-app.ts'
import type { Updates, VerifiedFile } from '#app/updates/updates.ts'
import type { Readings } from './imports/readings.ts'
import type { PickedFiles } from './picked-files.ts'

/** What moving a data folder needs of the rest of the app. */
type MovingHome = Pick<HomeImport, 'home' | 'openVault' | 'schemasOf' | 'skipAddresses'> & {
  readonly studioNames: () => StudioVaultNames
  /** Closes everything and opens the data folder again, as it is then. */
  readonly reopen: () => void
}

/** The shell's functions for the services: windows, dialogs and the clipboard. */
export type ServicesDeps = {
  readonly app: App
  readonly emit: <N extends EventName>(name: N, payload: EventPayload<N>) => void
  readonly dialogs: {
    pickFolder(): Promise<string | null>
    pickFile(
      what: 'table' | 'policy' | 'key' | 'backup' | 'transaction' | 'events' | 'home' | 'facts',
    ): Promise<string | null>
    saveFile(suggestedName: string): Promise<string | null>
    /**
     * Asks in a dialog that the page can neither draw nor reach. Closing it is a no, and so is the
     * end of `signal` or of the app's window.
     */
    confirm(question: Question, signal: AbortSignal): Promise<boolean>
  }
  readonly clipboard: {
    read(): Promise<string>
    write(text: string): Promise<void>
    clear(): Promise<void>
  }
  /**
   * A system notification; false where none can be shown. `onClick` runs with the window in front.
   */
  readonly notify: (notice: {
    readonly title: string
    readonly body: string
    readonly onClick: () => void
  }) => boolean
  readonly window: {
    protect(on: boolean): void
    allowCamera(on: boolean): void
    close(): void
    setAppearance(appearance: Settings['appearance']): void
  }
  /** The system's file manager and the programs that it opens files with. */
  readonly system: {
    /** Selects it in the folder that it is in. */
    revealFile(path: string): void
    /** @returns why it was not opened; empty when it was */
    openFile(path: string): Promise<string>
  }
  /** The folders that the menu bar offers. */
  readonly showRecentFolders: (folders: readonly string[]) => void
  /** Idle time until the vault locks. */
  readonly setAutoLock: (milliseconds: number) => Promise<void>
  readonly host: {
    readonly kind: 'electron' | 'chromium'
    /** Version of Coldpress. */
    readonly version: string
    readonly versions: Readonly<Record<string, string>>
  }
  readonly updates: Updates
  /**
   * Installs a file that was verified, where the app does it. The services are closed by then, and
   * the app ends.
   */
  readonly installUpdate: (file: VerifiedFile) => Promise<void>
  /** Ends the app, which was started offline, and starts it with the network. */
  readonly restartOnline: () => void
  /** Folder with sample/, sample-collection.json and licences.json. */
  readonly resources: string
  readonly moving: MovingHome
}

/** Adds an entry to the log; never with a secret. */
export type LogDraft = Pick<LogEntry, 'level' | 'kind' | 'message'> &
  Partial<Pick<LogEntry, 'details'>>
export type WriteLog = (entry: LogDraft) => void

export type Services = {
  readonly handlers: Handlers
  /** The number of running imports, for closing the window. */
  readonly runningImports: () => number
  /** The file behind /thumb/<cid>?size=320, /content/<cid> and so on; undefined: 404. */
  readonly image: (url: URL) => Promise<ImageFile | undefined>
  /** The HTML or SVG file that a frame of its own shows; undefined: 404. */
  readonly work: (url: URL) => Promise<ImageFile | undefined>
  /** Adds an entry to the app's log and notifies the window. */
  readonly log: WriteLog
  /** The end of the app's log, for a crash report. */
  readonly logLines: () => readonly string[]
  /** Opens what the user gave to the program: see `OpenedPath`. */
  readonly openPaths: (paths: readonly string[]) => Promise<void>
  /** Called on each change of the vault's status, including auto-lock. */
  readonly vaultChanged: (status: Pick<VaultView, 'state'>) => void
  /** Before the services close: the update to install once they are, if the user chose one. */
  readonly updateAtQuit: () => Promise<(() => Promise<void>) | undefined>
  readonly close: () => Promise<void>
}

/** Context of an area's handlers. */
export type ServiceContext = { readonly app: App; readonly log: WriteLog }

/** The handlers of the calls `<area>.*`. */
export type WindowHandlersOf<Area extends string> = Pick<
  Handlers,
  Extract<CallName, `${Area}.${string}`>
>

/** The result of `createImportService(deps)`. */
export type ImportService = {
  readonly handlers: WindowHandlersOf<'imports'>
  /** How many run now. */
  readonly running: () => number
  /** What the window may show of drafts. */
  readonly files: {
    /** The file behind /preview/<id>; undefined for an unknown id. */
    readonly preview: (id: string) => ImageFile | undefined
    /** A work of a row by its number; undefined where the plan has none. */
    readonly draftWork: (draftId: string, row: number, number: number) => ImageFile | undefined
    /** A video of the folder by its name. */
    readonly draftVideo: (draftId: string, name: string) => ImageFile | undefined
  }
  /** Stops the runs, which can be resumed, and removes the drafts' files. */
  readonly close: () => Promise<void>
}
export type ImportServiceDeps = ServiceContext &
  Pick<ServicesDeps, 'emit' | 'dialogs'> & {
    readonly picked: PickedFiles
    readonly readings: Readings
    readonly keepThumbnail: WindowImages['keepThumbnail']
    /** See `ConfirmingContext`. */
    readonly confirmations: { readonly ask: (question: Question) => Promise<void> }
  }
