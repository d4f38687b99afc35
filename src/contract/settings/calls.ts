import { z } from 'zod'
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
export const recentFolders = listOf(shortText).readonly()

export const appCalls = {
  'app.info': {
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
  'app.notices': { input: z.null(), output: z.object({ text: documentText }) },
  'app.settings': { input: z.null(), output: settings },
  'app.changeSettings': { input: settings.partial(), output: settings },
  /** Creates the sample collection in the Local studio and starts the import of its images. */
  'app.trySample': {
    input: z.null(),
    output: z.object({ collectionId: shortText, job: shortText }),
  },
  /** The user agreed to close the window while an import runs. */
  'app.close': { input: z.null(), output: z.null() },
  'app.recentFolders': { input: z.null(), output: recentFolders },
  /** Forgets one folder; null: all. */
  'app.forgetFolder': { input: z.object({ folder: shortText.nullable() }), output: recentFolders },
  /**
   * Shows a file or folder in the system's file manager: `reveal` selects it in the folder that it
   * is in, `open` shows what is in a folder; a file, and a folder that the system may run, is only
   * selected. Only the data folder (null), and what is in a folder
   * that was imported or is being imported.
   */
  'app.showInFolder': {
    input: z.object({ path: shortText.nullable(), how: z.enum(['reveal', 'open']) }),
    output: z.null(),
  },
  /** Opens the handbook with the program that the system has for it. */
  'app.openHelp': { input: z.null(), output: z.null() },
  /** Facts for a report of an error: no secret, no address, no path and no name that a user chose. */
  'app.diagnostics': { input: z.null(), output: z.object({ text: longText }) },
  /** Reports of crashes before this start that were not dismissed, the newest first. */
  'app.crashReports': {
    input: z.null(),
    output: listOf(z.object({ file: shortText, text: longText })),
  },
  'app.dismissCrashReports': { input: z.null(), output: z.null() },
  /** What was given to open since the last call; each is answered once. */
  'app.takeOpened': { input: z.null(), output: listOf(openedPath) },
  'app.pickFolder': { input: z.null(), output: longText.nullable() },
  'app.pickFile': {
    input: z.object({
      what: z.enum(['table', 'policy', 'key', 'backup', 'transaction', 'events', 'home']),
    }),
    output: longText.nullable(),
  },
  /** Copies text. A secret is cleared from the clipboard after 30 seconds if it is still there. */
  'app.copy': {
    secret: true,
    input: z.object({ text: secretDocument, secret: z.boolean() }),
    output: z.null(),
  },
  /** While on, the window is excluded from screenshots and recordings. */
  'app.protect': { input: z.object({ on: z.boolean() }), output: z.null() },
  /** While on, the app's own page may use the camera, and nothing else. */
  'app.camera': { input: z.object({ on: z.boolean() }), output: z.null() },
} as const
