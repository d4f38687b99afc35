import { lstat, readFile } from 'node:fs/promises'
import { Option, type Command } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'
import { shellWord } from '#values/text/shell-word.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import { requireWritableFolder, writeOutput } from '#cli/files.ts'
import { hint } from '#cli/terminal/hint.ts'
import { type Text, detailTable } from '#cli/terminal/table.ts'

export type KeyOptions = {
  readonly showKey?: boolean
  readonly keyFile?: string
}

export const addKeyOptions = (built: Command): Command =>
  built
    .addOption(
      new Option(
        '--show-key',
        'print the API key also where no terminal shows it: a log may keep it for others to read',
      ),
    )
    .option(
      '--key-file <file>',
      'write the API key into this file of mode 600 at each start, and print it nowhere; the token of the devnet’s gateway goes into a second file, with .gateway added to the name',
    )

/** What `studio serve` prints at its start; `--json` prints all of it. */
export type ServedStudioText = {
  readonly base_url: string
  readonly public_url: string | null
  readonly inbox_url: string | null
  readonly app_id: string
  readonly api_key: string
  readonly gateway_url: string | null
  readonly gateway_token: string | null
  readonly network: string
}

/**
 * The answer to a person. Standard output may lead into a journal that others read, and stays there:
 * secrets are in it only where a terminal shows it, or on request.
 */
export const servedText = (
  shown: ServedStudioText,
  { showKey, keyFile }: KeyOptions,
  isTerminal: boolean,
): Text => {
  const isShown = showKey === true || (isTerminal && keyFile === undefined)
  const secret = (text: string, file: string | undefined): string =>
    isShown ? text : file === undefined ? 'not shown (--show-key or --key-file FILE)' : `in ${file}`
  const { gateway_token: token } = shown
  return [
    `The studio is running on ${shown.network === 'devnet' ? 'the devnet' : shown.network}. Stop it with Ctrl-C.`,
    detailTable([
      ['base URL', shown.base_url],
      ['payment pages', shown.public_url ?? undefined],
      ['inbox', shown.inbox_url ?? undefined],
      ['app ID', shown.app_id],
      ['API key', secret(shown.api_key, keyFile)],
      ['endpoints', `${shown.base_url}/${shown.app_id}/v1`],
      ['OpenAPI', `${shown.base_url}/openapi.json`],
      ['gateway', shown.gateway_url ?? undefined],
      ['project ID', token === null ? undefined : secret(token, gatewayFile(keyFile))],
    ]),
    'Commands with this data folder use it by themselves while it runs.',
    `From another data folder, as an account${keyFile === undefined ? ' (asks for the API key)' : ''}:`,
    `  ${accountCommand(shown, keyFile)}`,
  ]
}

/** The studio is reached over HTTP. */
const accountCommand = (
  { network, base_url: baseUrl, app_id: appId }: ServedStudioText,
  keyFile: string | undefined,
): string =>
  hint(
    `account add studio --network ${network === 'mainnet' ? 'mainnet' : 'testnet'} --base-url ${baseUrl} --app-id ${appId}${keyFile === undefined ? '' : ` --api-key-file ${shellWord(keyFile)}`}`,
    { account: undefined },
  )

const gatewayFile = (keyFile: string | undefined): string | undefined =>
  keyFile === undefined ? undefined : `${keyFile}.gateway`

/** Keys of `studio serve` and tokens of the devnet, as they are made. */
const keyText = /^[A-Za-z0-9_-]{43}\n?$/u

/**
 * Checks before the start that the files can be written, and hold nothing but an earlier key.
 * @throws ColdpressError `usage`
 */
export const requireKeyFile = async ({ keyFile }: KeyOptions): Promise<void> => {
  for (const file of [keyFile, gatewayFile(keyFile)]) {
    if (file === undefined) continue
    await requireWritableFolder(file)
    if (!(await isKeyFileOrMissing(file)))
      throw new ColdpressError(
        'usage',
        `--key-file: ${file} is something else than a file with an API key, and would be replaced. Name another file.`,
      )
  }
}

const isKeyFileOrMissing = async (file: string): Promise<boolean> => {
  const found = await lstat(file).catch(() => undefined)
  if (found === undefined || (found.isFile() && found.size === 0)) return true
  return found.isFile() && found.size <= 44 && keyText.test(await readFile(file, 'utf8'))
}

/** Whole files of mode 600, which take the place of earlier ones. */
export const writeKeyFile = async (
  shown: ServedStudioText,
  { keyFile }: KeyOptions,
): Promise<void> => {
  if (keyFile === undefined) return
  await replaceKey(keyFile, shown.api_key)
  if (shown.gateway_token !== null) await replaceKey(`${keyFile}.gateway`, shown.gateway_token)
}

const replaceKey = async (file: string, key: string): Promise<void> => {
  const bytes = new TextEncoder().encode(`${key}\n`)
  await writeOutput(file, (absolute) => replaceFile(absolute, bytes))
}
