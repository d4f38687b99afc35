import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { collectionRequest, type Collection } from '#contract/collections/collection.ts'
import type { MintingClient } from '#app/api/client.ts'
import { KeyHash } from '#cardano/ids.ts'
import { addressOfText } from '#cardano/transactions/inspect/addresses.ts'
import type { Summary } from '#app/imports/summary.ts'
import type { App } from '#app/create-app.ts'
import { servedKeyName } from '#platform/secret/stored-names.ts'
import { Secret, useAndWipe } from '#platform/secret/secret.ts'
import { tokenOnChain } from '#app/mints/metadata-on-chain.ts'
import { type DemoMint, mintDemo } from './demo-mint.ts'
import { openMintingAccount } from '#app/mints/minting-account.ts'
import { command, type CommandAnswer } from '#cli/program.ts'
import { drawProgress } from '#cli/terminal/progress-bar.ts'
import { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'
import { shellWord } from '#values/text/shell-word.ts'
import { type Text, cutColumn, detailTable, table, verbatim } from '#cli/terminal/table.ts'

/** Beside the package's description: this code may be part of a bundle. */
const sample = join(dirname(fileURLToPath(import.meta.resolve('#package'))), 'resources', 'sample')
/** Marks a home that the demo made and may therefore remove. */
const marker = 'demo.txt'

type DemoOptions = { readonly remove?: string }

export const addDemoCommand = (program: Command): void =>
  command<DemoOptions>(
    program,
    'demo',
    'create, import and mint the sample collection on the devnet, in a temporary data folder',
    'demo',
    (demo) =>
      demo.option('--remove <home>', 'delete the data folder of an earlier demo, and its keys'),
    async (session, { remove }) =>
      remove === undefined ? playDemo(session) : removeDemo(session, remove),
  )

const playDemo = async (outer: Session): Promise<CommandAnswer> => {
  const { home } = outer.options
  if (home !== undefined) return playIn(outer, home)
  const throwaway = await mkdtemp(join(tmpdir(), 'coldpress-demo-'))
  await writeFile(join(throwaway, marker), 'A throwaway home of coldpress demo.\n')
  try {
    return await playIn(outer, throwaway)
  } catch (error) {
    // The user does not know the folder. Why the demo failed matters more than an error while removing it.
    await removeDemo(outer, throwaway).catch(() => undefined)
    if (!outer.signal.aborted) throw error
    throw new ColdpressError('cancelled', 'The demo was interrupted, and its home removed.', {
      cause: error,
    })
  }
}

const playIn = async (outer: Session, home: string): Promise<CommandAnswer> => {
  const started = performance.now()
  const session = new Session({ ...outer.options, home }, outer.signal)
  try {
    const played = await runSteps(session)
    const seconds = (performance.now() - started) / 1000
    return {
      json: demoJson(played, seconds),
      text: demoText(session.home.path, played, seconds, await backendText(session)),
    }
  } finally {
    await session.close()
  }
}

type Played = {
  readonly collection: Collection
  readonly summary: Summary
  readonly minted: DemoMint
}

const demoJson = ({ collection, summary, minted }: Played, seconds: number) => ({
  collection_id: collection.id,
  policy_id: collection.policy.policy_id,
  tokens: summary.tokens.map(({ asset_name, image, fingerprint }) => ({
    asset_name,
    image,
    fingerprint,
  })),
  royalty_tx_id: minted.royaltyTxId,
  mint_tx_ids: minted.mintTxIds,
  metadata: minted.metadata,
  seconds,
})

const runSteps = async (session: Session): Promise<Played> => {
  const app = await session.app()
  await openDemoVault(session)
  const minting = await openMintingAccount(app, 'local')
  const { client } = minting
  session.terminal.info('The studio runs. Creating the collection …')
  const request = collectionRequest.parse(
    JSON.parse(await readFile(`${sample}-collection.json`, 'utf8')),
  )
  const collection = await client.createCollection(request)

  const summary = await importSample(session, collection.id)
  session.terminal.info("Exporting the collection's policy into the vault …")
  await app.policies.exportFrom(client, 'local', collection.id)
  const minted = await mintDemo({ ...minting, session, isLocal: true }, collection)
  return { collection, summary, minted }
}

const importSample = async (session: Session, collectionId: string): Promise<Summary> => {
  const { imports } = await session.app()
  session.terminal.info(`Importing ${sample} …`)
  const progress = drawProgress(session.terminal)
  const summary = await imports.start(
    {
      folder: sample,
      collectionId,
      accountId: 'local',
      settings: { maxPixels: 1024, format: 'keep', quality: 90 },
      pinner: 'local',
    },
    { signal: session.signal, onProgress: progress.update },
  )
  progress.end()
  if (summary.added + summary.already === summary.total) return summary
  throw new ColdpressError(
    'incomplete',
    `Only ${summary.added} of ${countText(summary.total, 'token')} added: ${summary.stopped?.message ?? summary.failures[0]?.message ?? ''}`,
  )
}

/** A throwaway vault gets a random passphrase that nobody keeps, unless a file gives one. */
const openDemoVault = async (session: Session): Promise<void> => {
  const { vault } = await session.app()
  if (session.hasPassphraseFile || vault.status().state !== 'new') return session.openVault()
  const passphrase = Secret.ofText(randomBytes(24).toString('base64url'))
  await useAndWipe(passphrase, () => vault.create(passphrase))
}

const backendText = async (session: Session): Promise<string> => {
  const { vault } = await session.app()
  return vault.status().backend === 'keychain'
    ? "in this computer's keychain, encrypted"
    : 'in sealed files of the home (no keychain answers here)'
}

const demoText = (
  home: string,
  { collection, summary: { tokens, total }, minted }: Played,
  seconds: number,
  backend: string,
): Text => [
  `${countText(total, 'image')} and a CSV became ${countText(tokens.length, 'token')} of the collection ${collection.name}, minted and confirmed on the devnet, in ${seconds.toFixed(1)} s.`,
  '',
  table(tokens.slice(0, 5), {
    token: (token) => token.asset_name,
    image: cutColumn(({ image }) => image ?? ''),
    fingerprint: ({ fingerprint }) => fingerprint ?? '',
  }),
  ...(tokens.length > 5 ? [`… and ${tokens.length - 5} more`] : []),
  '',
  detailTable([
    ['collection', collection.id],
    ['policy ID', collection.policy.policy_id],
    ['policy key', backend],
    ['royalty', `transaction ${minted.royaltyTxId}`],
    ...minted.mintTxIds.map(
      (txId, position) => [position === 0 ? 'tokens' : '', `transaction ${txId}`] as const,
    ),
    ['minted to', `${minted.receiver} (the collection's payout address)`],
    ['home', home],
  ]),
  '',
  ...metadataLines(collection, tokens[0]?.asset_name ?? '', minted),
  '',
  ...nextSteps(home, collection.id),
]

/** One token as wallets will read it. */
const metadataLines = (
  { policy: { policy_id: policyId } }: Collection,
  assetName: string,
  { metadata }: DemoMint,
): readonly Text[] => [
  `Read back from the chain, and the same as the studio says; of ${assetName}:`,
  verbatim(JSON.stringify(tokenOnChain(metadata, policyId, assetName), undefined, 2)),
]

const nextSteps = (home: string, collectionId: string): readonly string[] => {
  return [
    'See for yourself:',
    `  ${hint(`collection show ${collectionId}`, { home })}`,
    `  ${hint(`mint status`, { home })}`,
    `  ${hint(`policy list`, { home })}`,
    `  ${hint(`pin list`, { home })}`,
    ...(existsSync(join(home, marker))
      ? ['and remove it all with:', `  ${hint(`demo --remove ${shellWord(home)}`)}`]
      : []),
  ]
}

const destroyVault = async (app: App): Promise<void> => {
  const { vault, policies, phrases, wallets, accounts } = app
  const policyKeys = (await policies.list()).flatMap(({ keys }) =>
    keys.map(({ keyHash }) => KeyHash(keyHash)),
  )
  const hasKeys = vault.status().state !== 'new'
  const paymentKeys = hasKeys ? await paymentKeysOf(await accounts.client('local')) : []
  if (hasKeys) await removeWebhookSecrets(app)
  await vault.destroy({
    keyHashes: [...policyKeys, ...paymentKeys],
    apiKeys: [servedKeyName, ...accounts.list().map(({ id }) => id)],
    phrases: [
      ...(await phrases.list()).map(({ fingerprint }) => fingerprint),
      ...(await wallets.list()).map(({ id }) => id),
    ],
  })
}

const removeWebhookSecrets = async ({ accounts, webhookSecrets }: App): Promise<void> => {
  const client = await accounts.client('local')
  for await (const { id } of client.webhooks()) await webhookSecrets.remove(id)
}

/** The keys that pay for mints; the list of policies does not have them. */
const paymentKeysOf = async (client: MintingClient): Promise<readonly KeyHash[]> => {
  const keys: KeyHash[] = []
  for await (const { id } of client.collections()) {
    const { credential } = addressOfText((await client.getFunding(id)).address)
    if (credential.kind === 'key') keys.push(KeyHash(credential.hash))
  }
  return keys
}

const removeDemo = async (outer: Session, home: string): Promise<CommandAnswer> => {
  if (!existsSync(join(home, marker))) {
    throw new ColdpressError('usage', `${home} is not the home of a demo; nothing was removed.`)
  }
  const session = new Session({ ...outer.options, home }, outer.signal)
  try {
    await destroyVault(await session.app())
  } finally {
    await session.close()
  }
  await rm(home, { recursive: true })
  return { json: { removed: home }, text: `Removed ${home} and its keys.` }
}
