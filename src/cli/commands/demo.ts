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
import { facts, plural, shellWord, table } from '../table.ts'

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
  const { home } = outer.options
  if (home !== undefined) return playIn(outer, home)
  const throwaway = await mkdtemp(join(tmpdir(), 'coldpress-demo-'))
  await writeFile(join(throwaway, marker), 'A throwaway home of coldpress demo.\n')
  try {
    return await playIn(outer, throwaway)
  } catch (error) {
    // Nobody was told where it is. What cannot be removed matters less than why the demo failed.
    await removeDemo(outer, throwaway).catch(() => undefined)
    if (!outer.signal.aborted) throw error
    throw new ColdpressError('cancelled', 'The demo was interrupted, and its home removed.', {
      cause: error,
    })
  }
}

const playIn = async (outer: Session, home: string): Promise<Answer> => {
  const started = performance.now()
  const session = new Session({ ...outer.options, home }, outer.signal)
  try {
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
      text: demoText(session.home.path, collection, summary, seconds, await backendText(session)),
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
    ...nextSteps(home, collection.id),
  ].join('\n')

const nextSteps = (home: string, collectionId: string): readonly string[] => {
  const place = shellWord(home)
  return [
    'See for yourself:',
    `  npx coldpress collection show ${collectionId} --home ${place}`,
    `  npx coldpress policy list --home ${place}`,
    `  npx coldpress pin list --home ${place}`,
    ...(existsSync(join(home, marker))
      ? ['and remove it all with:', `  npx coldpress demo --remove ${place}`]
      : []),
  ]
}

const destroyVault = async ({ vault, policies, accounts }: Core): Promise<void> => {
  const keyHashes = (await policies.list()).flatMap(({ keys }) =>
    keys.map(({ keyHash }) => keyHash),
  )
  await vault.destroy({
    keyHashes,
    accountIds: [servedKeyName, ...accounts.list().map(({ id }) => id)],
  })
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
