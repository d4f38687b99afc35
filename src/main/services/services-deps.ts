import type { CallName, EventName, EventPayload, Handlers } from '#shared/calls/contract.ts'
import type { LogEntry, Settings, VaultFacts } from '#shared/calls/facts.ts'
import type { Core } from '#core/index.ts'
import type { PickedFiles } from './picked-files.ts'

/** What the user is asked outside the page. */
export type Question = {
  /** One sentence. */
  readonly question: string
  /** What the answer depends on, one fact a line. */
  readonly facts: readonly string[]
  /** On the button that says yes: a verb with its object. */
  readonly yes: string
}

/** What the shell lends the services: all that they know of windows, dialogs and the clipboard. */
export type ServicesDeps = {
  readonly core: Core
  readonly emit: <N extends EventName>(name: N, payload: EventPayload<N>) => void
  readonly dialogs: {
    pickFolder(): Promise<string | null>
    pickFile(
      what: 'table' | 'policy' | 'key' | 'backup' | 'transaction' | 'events',
    ): Promise<string | null>
    saveFile(suggestedName: string): Promise<string | null>
    /**
     * Asks in a window that the page can neither draw nor reach; closing it is a no, and so is the
     * end of `signal` or of the app's window.
     */
    confirm(question: Question, signal: AbortSignal): Promise<boolean>
  }
  readonly clipboard: {
    read(): Promise<string>
    write(text: string): Promise<void>
    clear(): Promise<void>
  }
  /** A notification of the system; false where it shows none. `onClick` comes with the window in front. */
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
  /** Idle time until the vault locks itself. */
  readonly setAutoLock: (milliseconds: number) => Promise<void>
  readonly host: {
    readonly kind: 'electron' | 'chromium'
    /** Of Coldpress. */
    readonly version: string
    readonly versions: Readonly<Record<string, string>>
  }
  /** Folder with sample/, sample-collection.json and licences.json. */
  readonly resources: string
}

/** An entry as it is written; never with a secret. */
export type LogDraft = Pick<LogEntry, 'level' | 'kind' | 'message'> &
  Partial<Pick<LogEntry, 'details'>>
export type WriteLog = (entry: LogDraft) => void

/** A file that the window may show. */
export type ImageFile = { readonly path: string; readonly mediaType: string }

export type Services = {
  readonly handlers: Handlers
  /** How many imports run now: asked when the window is to close. */
  readonly runningImports: () => number
  /** The file behind /thumb/<cid>?size=320, /content/<cid>, /preview/<id>; undefined: 404. */
  readonly image: (url: URL) => Promise<ImageFile | undefined>
  /** Writes an entry to the app's log and tells the window. */
  readonly log: WriteLog
  /** To be told of each change of the vault's status, also when it locks by itself. */
  readonly vaultChanged: (status: Pick<VaultFacts, 'state'>) => void
  readonly close: () => Promise<void>
}

/** What the handlers of an area have at hand. */
export type ServiceContext = { readonly core: Core; readonly log: WriteLog }

/** The handlers of the calls `<area>.*`. */
export type HandlersOf<Area extends string> = Pick<Handlers, Extract<CallName, `${Area}.${string}`>>

/** What imports/ brings: `createImportService(deps)`. */
export type ImportService = {
  readonly handlers: HandlersOf<'imports'>
  /** How many run now. */
  readonly running: () => number
  /** The file behind /preview/<id>; undefined for an id that was never given. */
  readonly preview: (id: string) => Promise<ImageFile | undefined> | ImageFile | undefined
  /** Stops what runs, so that it can be resumed, and removes what drafts left. */
  readonly close: () => Promise<void>
}
export type ImportServiceDeps = ServiceContext &
  Pick<ServicesDeps, 'emit' | 'dialogs'> & {
    readonly picked: PickedFiles
    /** As `ConfirmingContext` has it. */
    readonly confirmations: { readonly ask: (question: Question) => Promise<void> }
  }
