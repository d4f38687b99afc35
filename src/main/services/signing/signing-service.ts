import { signingErrors } from '#contract/signing/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { SigningEntry, SigningState, SigningReceived } from '#contract/signing/calls.ts'
import { messageOf } from '#values/errors/errors.ts'
import { isOffline } from '#platform/offline/offline.ts'
import { loopOf } from '#app/signing/qr-frames.ts'
import { fitForCodes } from '#app/signing/qr-kind.ts'
import type { ConfirmingContext } from '../confirm/confirmations.ts'
import { asksOutsidePage } from '../confirm/outside-devnet.ts'
import { showRequest, signWhenConfirmed } from '#app/signing/sign-request.ts'
import type { PickedFiles } from '../picked-files.ts'
import type { WindowHandlersOf, LogDraft, ServicesDeps } from '../services-deps.ts'
import { createScannedFiles } from '../scanned-files.ts'
import { saveFiles } from '../chosen-paths.ts'
import { readSigningSource } from './signing-source.ts'
import type { SigningInbox } from '#app/signing/signing-inbox.ts'
import type { QrFile } from '#app/signing/qr-file.ts'
import { cutMiddle } from '#values/text/format.ts'

export type SigningDeps = ConfirmingContext &
  Pick<ServicesDeps, 'emit' | 'dialogs'> & { readonly picked: PickedFiles }

export type SigningService = {
  readonly handlers: WindowHandlersOf<'signing'>
  /** Continues to follow sent transactions; logs what prevents it. */
  readonly resume: () => Promise<void>
  readonly close: () => void
}

export const createSigningService = (deps: SigningDeps): SigningService => {
  const { app, emit, log } = deps
  const states = new Map(app.signing.list().map(({ id, state }) => [id, state]))
  const end = app.signing.onChange((id) => {
    const entry = app.signing.entry(id)
    noteDecision(entry, states.get(id), log)
    states.set(id, entry.state)
    emit('signing.changed', { id })
  })
  return {
    handlers: { ...receivingHandlers(deps), ...reviewingHandlers(deps), ...leavingHandlers(deps) },
    resume: async () => {
      if (isOffline()) return
      const errors = await app.signing.resume().catch((error: unknown) => [messageOf(error)])
      for (const message of errors) log({ level: 'warning', kind: 'connection', message })
    },
    close: end,
  }
}

type Receiving = 'signing.receive' | 'signing.addWitnesses' | 'signing.scan' | 'signing.list'

const receivingHandlers = ({
  app,
  picked,
}: SigningDeps): Pick<WindowHandlersOf<'signing'>, Receiving> => ({
  'signing.list': () => app.signing.listWithKeys(),
  'signing.receive': async ({ source }) => {
    const { text, from } = await readSigningSource(source, picked)
    await app.signing.prepare(text)
    return app.signing.receive(text, from)
  },
  'signing.addWitnesses': async ({ id, source }) => {
    const { text } = await readSigningSource(source, picked)
    await app.signing.prepare(text)
    return app.signing.addWitnesses(id, text)
  },
  'signing.scan': createScan(app.signing),
})

type Reviewing =
  | 'signing.show'
  | 'signing.raw'
  | 'signing.setNetwork'
  | 'signing.sign'
  | 'signing.dismiss'
  | 'signing.reopen'

const reviewingHandlers = ({
  app,
  log,
  confirmations,
}: SigningDeps): Pick<WindowHandlersOf<'signing'>, Reviewing> => ({
  'signing.show': ({ id }) => showRequest(app, id),
  'signing.raw': ({ id, txId }) => ({ cborHex: bytesToHex(app.signing.assembled(id, txId)) }),
  'signing.setNetwork': ({ id, network }) => {
    app.signing.setNetwork(id, network)
    return null
  },
  'signing.sign': async ({ id, transactions }) => {
    const asks = asksOutsidePage({ confirmations })
    const signatures = await signWhenConfirmed({ ...app, asks }, id, transactions)
    const keys = new Set(transactions.flatMap(({ keyHashes }) => keyHashes))
    log({
      ...noted('# was signed.', entryOf(app, id)),
      details: {
        transactions: transactions.map(({ txId }) => txId).join(', '),
        keys: [...keys].join(', '),
        accepted: transactions.flatMap(({ acknowledged }) => acknowledged).join(', '),
      },
    })
    return { signatures }
  },
  'signing.dismiss': ({ id }) => {
    app.signing.dismiss(id)
    return null
  },
  'signing.reopen': ({ id }) => {
    app.signing.reopen(id)
    return null
  },
})

type Leaving = 'signing.export' | 'signing.markHandedOver' | 'signing.frames' | 'signing.submit'

const leavingHandlers = ({
  app,
  dialogs,
  log,
}: SigningDeps): Pick<WindowHandlersOf<'signing'>, Leaving> => ({
  'signing.export': async ({ id, names }) => {
    const answers = names.map((name) => app.signing.answer(id, name))
    const paths = await saveFiles(dialogs, answers)
    if (paths === null) return null
    app.signing.noteAnswered(id)
    log({
      ...noted('The answer to # was saved.', entryOf(app, id)),
      details: { files: paths.join(', ') },
    })
    return paths
  },
  'signing.markHandedOver': ({ id }) => {
    app.signing.noteAnswered(id)
    log(noted('The signatures of # were handed over.', entryOf(app, id)))
    return null
  },
  'signing.frames': ({ id, name }) => {
    const { file, ...leftOut } = fitForCodes(app.signing.answer(id, name))
    return { parts: loopOf(file), ...leftOut }
  },
  'signing.submit': async ({ id }) => {
    await app.signing.submit(id)
    log(noted('# was sent.', entryOf(app, id)))
    return null
  },
})

const entryOf = (app: SigningDeps['app'], id: string): SigningEntry => app.signing.entry(id)

/** `#` is replaced with the request's name for people. */
const noted = (sentence: string, { title, firstTxId }: SigningEntry): LogDraft => ({
  level: 'info',
  kind: 'signing',
  message: sentence.replace('#', () =>
    title === null ? `The transaction ${cutMiddle(firstTxId)}` : `“${title}”`,
  ),
})

/** Logs decisions of the chain. */
const noteDecision = (
  entry: SigningEntry,
  before: SigningState | undefined,
  log: SigningDeps['log'],
): void => {
  if (entry.state === before) return
  if (entry.state === 'confirmed') log(noted('# is confirmed on the chain.', entry))
  if (entry.state === 'failed')
    log({ ...noted('# did not reach the chain.', entry), level: 'error' })
}

/** Assembles a file from scanned codes, and receives it when it is complete. */
const createScan = (
  inbox: Pick<SigningInbox, 'prepare' | 'receive' | 'addWitnesses'>,
): WindowHandlersOf<'signing'>['signing.scan'] => {
  const scanned = createScannedFiles()
  const receive = async (
    { name, bytes, kind }: QrFile,
    id: string | null,
  ): Promise<SigningReceived> => {
    if (kind === 'policy')
      throw errorBy(
        signingErrors,
        'qr_kind',
        {},
        'These codes carry a public policy file. Scan them under Policies: Import policy.',
      )
    const text = new TextDecoder().decode(bytes)
    await inbox.prepare(text)
    return id === null
      ? inbox.receive(text, { origin: 'scan', name })
      : inbox.addWitnesses(id, text)
  }
  return async ({ parts, restart, id }) => {
    const { progress, file } = scanned(parts, restart)
    return { progress, taken: file === undefined ? null : await receive(file, id) }
  }
}
