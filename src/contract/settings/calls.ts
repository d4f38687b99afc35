import { z } from 'zod'
import { windowCommands } from '../commands.ts'
import type { WindowCalls, WindowEvents } from '../window/call.ts'
import { documentText, listOf, longText, recordOf, shortText } from '#values/bounds/bounded.ts'
import { settings } from './settings.ts'
import { secretDocument } from '../window/secret-text.ts'

/**
 * What the user gave Coldpress to open: as an argument of its start, to a second start, or through
 * macOS. A request is in the signing inbox already; `rejected` says why nothing was opened.
 */
export const openedPath = z.discriminatedUnion('what', [
  z.object({ what: z.literal('folder'), folder: shortText }),
  z.object({ what: z.literal('request'), id: shortText }),
  z.object({ what: z.literal('rejected'), message: longText }),
])
export type OpenedPath = z.output<typeof openedPath>

/** The folders that were imported last, the newest first. */
const recentFolders = listOf(shortText).readonly()

export const appCalls = {
  'app.info': {
    reads: true,
    input: z.null(),
    output: z.object({
      version: shortText,
      /** `electron`, or `chromium` for the stand-in of development. */
      host: z.enum(['electron', 'chromium']),
      versions: recordOf(longText),
      home: shortText,
      /** Started with `--offline`: no process of the app has a network. */
      offline: z.boolean(),
      /** A new home: no vault and no collection. */
      isFirstStart: z.boolean(),
      licences: listOf(z.object({ name: longText, version: shortText, licence: longText })),
    }),
  },
  /** The licences of all that ships, word for word. */
  'app.notices': { reads: true, input: z.null(), output: z.object({ text: documentText }) },
  'app.settings': { reads: true, input: z.null(), output: settings },
  'app.changeSettings': {
    answers: { of: 'app.settings' },
    input: settings.partial(),
    output: settings,
  },
  /** Creates the sample collection in the Local studio and starts the import of its images. */
  'app.trySample': {
    changes: [{ area: 'collections' }],
    input: z.null(),
    output: z.object({ collectionId: shortText, job: shortText }),
  },
  /** The user agreed to close the window while an import runs. */
  'app.close': { changes: [], input: z.null(), output: z.null() },
  /** Asks outside the page, then ends the app, which was started offline, and starts it with the network. */
  'app.restartOnline': { changes: [], input: z.null(), output: z.null() },
  'app.recentFolders': { reads: true, input: z.null(), output: recentFolders },
  /** Forgets one folder; null: all. */
  'app.forgetFolder': {
    answers: { of: 'app.recentFolders' },
    input: z.object({ folder: shortText.nullable() }),
    output: recentFolders,
  },
  /**
   * Shows a file or folder in the system's file manager: `reveal` selects it in the folder that it
   * is in, `open` shows what is in a folder; a file, and a folder that the system may run, is only
   * selected. Only the data folder (null), and what is in a folder
   * that was imported or is being imported.
   */
  'app.showInFolder': {
    changes: [],
    input: z.object({ path: shortText.nullable(), how: z.enum(['reveal', 'open']) }),
    output: z.null(),
  },
  /** Opens the handbook with the program that the system has for it. */
  'app.openHelp': { changes: [], input: z.null(), output: z.null() },
  /** Details for a report of an error: no secret, no address, no path and no name that a user chose. */
  'app.diagnostics': { reads: true, input: z.null(), output: z.object({ text: longText }) },
  /** Reports of crashes before this start that were not dismissed, the newest first. */
  'app.crashReports': {
    reads: 'crashReports',
    input: z.null(),
    output: listOf(z.object({ file: shortText, text: longText })),
  },
  'app.dismissCrashReports': {
    changes: [{ area: 'crashReports' }],
    input: z.null(),
    output: z.null(),
  },
  /** What was given to open since the last call; each is answered once. */
  'app.takeOpened': { changes: [], input: z.null(), output: listOf(openedPath) },
  'app.pickFolder': { changes: [], input: z.null(), output: longText.nullable() },
  'app.pickFile': {
    changes: [],
    input: z.object({
      what: z.enum(['table', 'policy', 'key', 'backup', 'transaction', 'events', 'home']),
    }),
    output: longText.nullable(),
  },
  /** Copies text. A secret is cleared from the clipboard after 30 seconds if it is still there. */
  'app.copy': {
    changes: [],
    secret: true,
    input: z.object({ text: secretDocument, secret: z.boolean() }),
    output: z.null(),
  },
  /** While on, the window is excluded from screenshots and recordings. */
  'app.protect': { changes: [], input: z.object({ on: z.boolean() }), output: z.null() },
  /** While on, the app's own page may use the camera, and nothing else. */
  'app.camera': { changes: [], input: z.object({ on: z.boolean() }), output: z.null() },
} as const satisfies WindowCalls

export const appEvents = {
  /** The user wants to close the window while imports run. */
  'app.closeRequested': { changes: [], payload: z.object({ running: z.int() }) },
  /** A message that no call asked for. */
  'app.notice': { changes: [], payload: z.object({ message: longText }) },
  /** Something was given to open: `app.takeOpened` says what. */
  'app.opened': { changes: [], payload: z.null() },
  /** A folder was imported or forgotten. */
  'app.recentFolders': {
    answers: { of: 'app.recentFolders' },
    payload: recentFolders,
  },
  /** The user chose a command in the menu bar. */
  'app.command': { changes: [], payload: z.object({ name: z.enum(windowCommands) }) },
  /** A process of the app died and was started again, does so often, or could not be started. */
  'app.process': {
    changes: [],
    payload: z.object({
      process: z.enum(['keys', 'studio', 'images', 'window']),
      state: z.enum(['restarted', 'often', 'failed']),
      message: longText,
    }),
  },
} as const satisfies WindowEvents
