import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { ColdpressError } from '../../shared/errors.ts'
import { collectionRequest, type Collection } from '../../shared/wire/collection.ts'
import type { Summary } from '../../core/imports/summary.ts'
import type { Core } from '../../core/index.ts'
import { Secret, useAndWipe } from '../../core/secret/secret.ts'
import { servedKeyName } from '../local-studio.ts'
import { command, type Answer } from '../program.ts'
import { drawProgress } from '../progress-bar.ts'
import { Session } from '../session.ts'
import { facts, plural, table } from '../table.ts'

const sample = join(import.meta.dirname, '..', '..', '..', 'resources', 'sample')
/** Marks a home that the demo made and may therefore remove. */
const marker = 'demo.txt'

type DemoOptions = { readonly remove?: string }

export const addDemoCommand = (program: Command): void =>
  command<DemoOptions>(
    program,
    'demo',
    'the whole way once, in a throwaway home: studio, collection, import of the sample, policy',
    'demo',
    (demo) => demo.option('--remove <home>', 'remove the home of an earlier demo, and its keys'),
    async (session, { remove }) =>
      remove === undefined ? playDemo(session) : removeDemo(session, remove),
  )

const playDemo = async (outer: Session): Promise<Answer> => {
  const started = performance.now()
  const home = outer.options.home ?? (await mkdtemp(join(tmpdir(), 'coldpress-demo-')))
  const session = new Session({ ...outer.options, home }, outer.signal)
  try {
    if (outer.options.home === undefined)
      await writeFile(join(home, marker), 'A throwaway home of coldpress demo.\n')
    const { collection, summary } = await runSteps(session)
    const seconds = (performance.now() - started) / 1000
    const tokens = summary.tokens.map(({ asset_name, image, fingerprint }) => ({
      asset_name,
      image,
      fingerprint,
    }))
    return {
      json: {
        collection_id: collection.id,
        policy_id: collection.policy.policy_id,
        tokens,
        seconds,
      },
      text: demoText(session.home, collection, summary, seconds, await backendText(session)),
    }
  } finally {
    await session.close()
  }
}

const runSteps = async (
  session: Session,
): Promise<{ collection: Collection; summary: Summary }> => {
  const core = await session.core()
  await openDemoVault(session)
  const client = await core.accounts.client('local')
  session.terminal.say('The studio runs. Creating the collection …')
  const request = collectionRequest.parse(
    JSON.parse(await readFile(`${sample}-collection.json`, 'utf8')),
  )
  const collection = await client.createCollection(request)

  session.terminal.say(`Importing ${sample} …`)
  const progress = drawProgress(session.terminal)
  const summary = await core.imports.start(
    {
      folder: sample,
      collectionId: collection.id,
      accountId: 'local',
      settings: { maxPixels: 1024, format: 'keep', quality: 90 },
      pinner: 'local',
    },
    { signal: session.signal, onProgress: progress.update },
  )
  progress.end()
  if (summary.added + summary.already < summary.total) {
    throw new ColdpressError(
      'incomplete',
      `Only ${summary.added} of ${summary.total} tokens were added: ${summary.stopped?.message ?? summary.failures[0]?.message ?? ''}`,
    )
  }
  session.terminal.say("Exporting the collection's policy into the vault …")
  await core.policies.exportFrom(client, 'local', collection.id)
  return { collection, summary }
}

/** A throwaway vault gets a random passphrase that nobody keeps, unless a file gives one. */
const openDemoVault = async (session: Session): Promise<void> => {
  const { vault } = await session.core()
  if (session.hasPassphraseFile || vault.status().state !== 'new') return session.openVault()
  const passphrase = Secret.ofText(randomBytes(24).toString('base64url'))
  await useAndWipe(passphrase, () => vault.create(passphrase))
}

const backendText = async (session: Session): Promise<string> => {
  const { vault } = await session.core()
  return vault.status().backend === 'keychain'
    ? "in this machine's keychain, encrypted"
    : 'in sealed files of the home (no keychain answers here)'
}

const demoText = (
  home: string,
  collection: Collection,
  { tokens, total }: Summary,
  seconds: number,
  backend: string,
): string =>
  [
    `${plural(total, 'image')} and a CSV became ${plural(tokens.length, 'token')} of the collection ${collection.name}, in ${seconds.toFixed(1)} s.`,
    '',
    table(
      ['token', 'image', 'fingerprint'],
      tokens.slice(0, 5).map((one) => [one.asset_name, one.image ?? '', one.fingerprint ?? '']),
    ),
    ...(tokens.length > 5 ? [`… and ${tokens.length - 5} more`] : []),
    '',
    facts([
      ['collection', collection.id],
      ['policy id', collection.policy.policy_id],
      ['policy key', backend],
      ['home', home],
    ]),
    '',
    'See for yourself:',
    `  npx coldpress collection show ${collection.id} --home ${home}`,
    `  npx coldpress policy list --home ${home}`,
    `  npx coldpress pin list --home ${home}`,
    'and remove it all with:',
    `  npx coldpress demo --remove ${home}`,
  ].join('\n')

const destroyVault = async ({ vault, policies }: Core): Promise<void> => {
  const keyHashes = (await policies.list()).flatMap(({ keys }) =>
    keys.map(({ keyHash }) => keyHash),
  )
  await vault.destroy({ keyHashes, accountIds: [servedKeyName] })
}

const removeDemo = async (outer: Session, home: string): Promise<Answer> => {
  if (!existsSync(join(home, marker))) {
    throw new ColdpressError('usage', `${home} is not the home of a demo; nothing was removed.`)
  }
  const session = new Session({ ...outer.options, home }, outer.signal)
  try {
    await destroyVault(await session.core())
  } finally {
    await session.close()
  }
  await rm(home, { recursive: true })
  return { json: { removed: home }, text: `Removed ${home} and its keys.` }
}
