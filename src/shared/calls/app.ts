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
      /** Nothing was ever done here: no vault, no no collection. */
      isFirstStart: z.boolean(),
      licences: listOf(z.object({ name: longText, version: shortText, licence: longText })),
    }),
  },
  'app.settings': { input: z.null(), output: settings },
  'app.changeSettings': { input: settings.partial(), output: settings },
  /** Makes the sample collection at the Local studio and starts the import of its images. */
  'app.trySample': {
    input: z.null(),
    output: z.object({ collectionId: shortText, job: shortText }),
  },
  /** The user has said that the window may close although an import runs. */
  'app.close': { input: z.null(), output: z.null() },
  'app.pickFolder': { input: z.null(), output: longText.nullable() },
  'app.pickFile': {
    input: z.object({
      what: z.enum(['table', 'policy', 'key', 'backup', 'transaction', 'events']),
    }),
    output: longText.nullable(),
  },
  /** Copies; a secret is cleared from the clipboard after 30 seconds if it is still there. */
  'app.copy': {
    secret: true,
    input: z.object({ text: secretDocument, secret: z.boolean() }),
    output: z.null(),
  },
  /** While true the window is kept out of screenshots and recordings. */
  'app.protect': { input: z.object({ on: z.boolean() }), output: z.null() },
  /** While true the page may ask for the camera; for nothing else, and only the app's own page. */
  'app.camera': { input: z.object({ on: z.boolean() }), output: z.null() },
} as const
