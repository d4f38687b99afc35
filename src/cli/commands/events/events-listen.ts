import { once } from 'node:events'
import { type Command, Option } from 'commander'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { printable, printableJson } from '#values/text/printable.ts'
import { type SignatureScheme, signatureSchemes } from '#values/webhooks/signature-schemes.ts'
import { type Secret, useAndWipe } from '#platform/secret/secret.ts'
import { printEvent } from './event-answers.ts'
import { readSecretFile } from '#cli/files.ts'
import { wholeOf } from '#cli/options/option-values.ts'
import { command } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { type Text, detailTable } from '#cli/terminal/table.ts'

type ListenOptions = {
  readonly port?: string
  readonly secretFile?: string
  readonly publicHost?: readonly string[]
  readonly scheme?: SignatureScheme
  readonly showSecret?: boolean
  readonly json?: boolean
}

export const addListen = (events: Command): void =>
  command<ListenOptions>(
    events,
    'listen',
    "receive, verify and print an account's deliveries on this computer, until stopped",
    'events listen --port 4801 --secret-file webhook-secret.txt --public-host hooks.example.com',
    (listen) =>
      listen
        .option('--port <number>', 'port on 127.0.0.1 (default: any free one)')
        .option(
          '--secret-file <file>',
          'file with the secret that signs the deliveries; it is stored in the vault (default: the one in the vault, or a new one)',
        )
        .option(
          '--public-host <name...>',
          'host names that senders use, if a tunnel or reverse proxy forwards deliveries',
        )
        .addOption(
          new Option(
            '--scheme <scheme>',
            'the signature scheme to accept from now on (default: as before; for a new inbox "standard" if the secret starts with whsec_, else "tangocrypto")',
          ).choices(signatureSchemes),
        )
        .option(
          '--show-secret',
          'print a new secret also where no terminal shows it: a log may keep it for others to read',
        ),
    listen,
  )

const listen = async (session: Session, options: ListenOptions): Promise<undefined> => {
  const app = await session.app()
  const account = app.accounts.get(session.account)
  const port = options.port === undefined ? 0 : wholeOf('--port', options.port)
  if (port > 65_535) throw new ColdpressError('usage', '--port: give a number from 0 to 65535.')
  const { inboxConfigs } = app.events
  const { scheme } = options
  if (scheme !== undefined) inboxConfigs.set({ ...inboxConfigs.get(account.id), scheme })
  const { secret, isNew } = await secretFor(session, account.id, options)
  const json = options.json === true
  const inbox = await useAndWipe(secret, async () => {
    const started = await app.events.listen({
      accountId: account.id,
      secret,
      port,
      hosts: options.publicHost ?? [],
      onEvent: (event) => printEvent(event, json),
      onError: (status, reason) => session.terminal.info(`rejected with ${status}: ${reason}`),
    })
    const shown = {
      url: started.url,
      account: account.name,
      scheme: inboxConfigs.get(account.id).scheme,
      pid: process.pid,
    }
    const text = isNew ? secret.text() : undefined
    if (json)
      process.stdout.write(
        `${printableJson({ ...shown, ...(text === undefined ? {} : { secret: text }) })}\n`,
      )
    else session.terminal.print(listenText(shown, text))
    return started
  })
  if (!session.signal.aborted) await once(session.signal, 'abort')
  await inbox.close()
  return undefined
}

const listenText = (
  shown: {
    readonly url: string
    readonly account: string
    readonly scheme: SignatureScheme | null
  },
  secret: string | undefined,
): Text => [
  `Receiving the events of ${printable(shown.account)}. Stop with Ctrl-C.`,
  detailTable([
    ['callback URL', shown.url],
    ['scheme', shown.scheme === null ? undefined : schemeTexts[shown.scheme]],
    ['secret', secret],
  ]),
  ...(secret === undefined
    ? []
    : ['The secret is shown only once; it is stored in the vault. Give it to the sender.']),
]

const schemeTexts: Readonly<Record<SignatureScheme, string>> = {
  standard: 'standard: deliveries signed as in Standard Webhooks; any other is rejected',
  tangocrypto: 'tangocrypto: deliveries with x-tangocrypto-signature; any other is rejected',
}

type InboxSecret = { readonly secret: Secret; readonly isNew: boolean }

const secretFor = async (
  session: Session,
  accountId: string,
  { secretFile: file, showSecret, json }: ListenOptions,
): Promise<InboxSecret> => {
  if (file !== undefined) {
    const secret = await readSecretFile(file, 'secret file')
    await storeSecret(session, accountId, secret)
    return { secret, isNew: false }
  }
  const known = await session.withVault(({ events }) => events.inboxSecrets.get(accountId))
  if (known !== undefined) return { secret: known, isNew: false }
  // It is shown once, and standard output may lead into a journal that others read.
  if (json !== true && showSecret !== true && !process.stdout.isTTY)
    throw new ColdpressError(
      'usage',
      'This inbox has no secret yet. A new one would be printed here, where no terminal shows it and a log may keep it. Name a file with a secret (--secret-file FILE), run this once in a terminal, or add --show-secret.',
    )
  const secret = await session.withVault(({ events }) => events.inboxSecrets.make(accountId))
  return { secret, isNew: true }
}

/** A server without the vault's passphrase can receive events too. */
const storeSecret = async (session: Session, accountId: string, secret: Secret): Promise<void> => {
  try {
    const { events } = await session.app()
    await events.inboxSecrets.set(accountId, secret)
  } catch (error) {
    if (!isColdpressError(error, 'vault_locked')) throw error
    session.terminal.warn(
      'The secret is used for this run only: there is no open vault to store it in.',
    )
  }
}
