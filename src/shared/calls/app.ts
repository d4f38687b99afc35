import { z } from 'zod'
import { listOf, longText, recordOf, shortText } from '../bounded.ts'
import { settings } from './facts.ts'
import { secretDocument } from './secret-text.ts'

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
  'app.settings': { input: z.null(), output: settings },
  'app.changeSettings': { input: settings.partial(), output: settings },
  /** Creates the sample collection in the Local studio and starts the import of its images. */
  'app.trySample': {
    input: z.null(),
    output: z.object({ collectionId: shortText, job: shortText }),
  },
  /** The user agreed to close the window while an import runs. */
  'app.close': { input: z.null(), output: z.null() },
  'app.pickFolder': { input: z.null(), output: longText.nullable() },
  'app.pickFile': {
    input: z.object({
      what: z.enum(['table', 'policy', 'key', 'backup', 'transaction', 'events']),
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
