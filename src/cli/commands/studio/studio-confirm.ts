import { join } from 'node:path'
import { Option, type Command } from 'commander'
import { type Network, networks } from '#values/networks/networks.ts'
import {
  type FactsFile,
  factsText,
  readFactsOrSeals,
  type SealsFile,
} from '#keys/facts/facts-file.ts'
import type { Statement } from '#keys/seal/seal.ts'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { shellWord } from '#values/text/shell-word.ts'
import { sealWhenConfirmed, unsealedQuestion } from '#app/servers/seal-facts.ts'
import { openStudioFacts, type StudioFacts, type Unconfirmed } from '#studio/unconfirmed.ts'
import { readInputText, writeText } from '#cli/files.ts'
import { type CommandAnswer, command } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { asksInTerminal, yesOption } from '#cli/terminal/confirmation.ts'
import { hint } from '#cli/terminal/hint.ts'
import { OutputOption } from '#cli/options/output-option.ts'

type ConfirmOptions = { readonly network: Network; readonly yes?: boolean; readonly out?: string }

export const addStudioConfirm = (studio: Command): void =>
  command<ConfirmOptions>(
    studio,
    'confirm [file]',
    'show and confirm collections, prices and addresses that nobody confirmed: those stored while the vault was locked, or the file of a server',
    'studio confirm --network devnet',
    (confirm) =>
      confirm
        .addOption(
          new Option('--network <network>', 'the network whose studio is meant')
            .choices(networks)
            .default('devnet'),
        )
        .addOption(
          new OutputOption(
            '--out <file>',
            'on a server, write what the vault of the creator has to confirm; with that file, write its seals',
          ),
        )
        .addOption(yesOption('confirm')),
    async (session, options, path) => {
      if (path === undefined)
        return options.out === undefined
          ? confirmHere(session, options)
          : writeFacts(session, options.network, options.out)
      const text = await readInputText(path, 'file of facts or seals')
      const given = readFactsOrSeals(text)
      return 'seals' in given
        ? takeSeals(session, options.network, given)
        : confirmForServer(session, options, given)
    },
  )

/** Runs with the facts of a network's studio and an open vault; undefined where there is no studio. */
const withFacts = async <T>(
  session: Session,
  network: Network,
  work: (studio: StudioFacts) => Promise<T>,
): Promise<T | undefined> => {
  const app = await session.app()
  // Before anything is shown: only an open vault proves which seals are its own.
  await session.openVault()
  const path = join(app.home, 'studio', `${network}.db`)
  const studio = await openStudioFacts(path, network, app.studioKeys(network))
  if (studio === undefined) return undefined
  try {
    return await work(studio)
  } finally {
    studio.close()
  }
}

const confirmHere = async (session: Session, options: ConfirmOptions): Promise<CommandAnswer> => {
  const { wallets } = await session.app()
  const answer = await withFacts(session, options.network, async (studio) => {
    const all = await studio.unconfirmed()
    const here = all.filter(({ isElsewhere }) => !isElsewhere)
    if (here.length > 0) {
      const asks = asksInTerminal(session, options, { subject: 'What nobody sealed' })
      await asks.confirm(unsealedQuestion(options.network, here.map(lineOf)))
      await studio.confirm(here)
      for (const { statement } of here)
        if (statement.kind === 'wallet') await wallets.confirm(statement.id).catch(notListed)
    }
    return confirmedAnswer(
      here.map(({ statement }) => statement),
      { waiting: all.length - here.length, network: options.network },
    )
  })
  return answer ?? confirmedAnswer([], { waiting: 0, network: options.network })
}

const lineOf = ({ text, why }: Unconfirmed): string =>
  `- ${text}${why === undefined ? '' : ` [${why}]`}`

/** A wallet that was restored elsewhere may be unknown to the app's own list. */
const notListed = (error: unknown): void => {
  if (!isColdpressError(error, 'not_found')) throw error
}

const confirmedAnswer = (
  confirmed: readonly Statement[],
  { waiting, network }: { readonly waiting: number; readonly network: Network },
): CommandAnswer => ({
  json: { confirmed: confirmed.map(({ kind, id }) => ({ kind, id })), waiting },
  text: [
    ...(confirmed.length > 0 ? [`${countText(confirmed.length, 'fact')} confirmed.`] : []),
    ...(waiting > 0
      ? [
          `${countText(waiting, 'fact')} not used before the vault of the creator has confirmed it. To bring it there: ${hint(`studio confirm --network ${network} --out facts.json`)}`,
        ]
      : []),
    ...(confirmed.length + waiting === 0 ? ['Everything is confirmed already.'] : []),
  ].join('\n'),
})

/** On the server: what waits for the creator, as a file. */
const writeFacts = async (
  session: Session,
  network: Network,
  out: string,
): Promise<CommandAnswer> => {
  const waiting =
    (await withFacts(session, network, async (studio) =>
      (await studio.unconfirmed()).filter(({ isElsewhere }) => isElsewhere),
    )) ?? []
  if (waiting.length === 0)
    throw new ColdpressError(
      'conflict',
      `Nothing on ${network} waits for the vault of a creator, so ${out} was not written.`,
    )
  const facts = waiting.map(({ statement, name }) => ({ statement, name }))
  await writeText(out, factsText({ network, facts }))
  return {
    json: {
      facts_file: out,
      waiting: waiting.map(({ statement: { kind, id } }) => ({ kind, id })),
    },
    text: [
      `${countText(waiting.length, 'fact')} to confirm:`,
      ...waiting.map(lineOf),
      `On the computer of the creator: ${hint(`studio confirm ${shellWord(out)} --out seals.json --offline`, { home: undefined })}`,
      `Back here: ${hint(`studio confirm seals.json --network ${network}`)}`,
    ].join('\n'),
  }
}

/** On the creator's computer: shows what the statements themselves say, and seals them. */
const confirmForServer = async (
  session: Session,
  { out, ...options }: ConfirmOptions,
  given: FactsFile,
): Promise<CommandAnswer> => {
  if (out === undefined)
    throw new ColdpressError(
      'usage',
      'Name the file for the seals with --out FILE: it goes back to the server.',
    )
  const { vault, studioKeys } = await session.app()
  await session.openVault()
  const asks = asksInTerminal(session, options, { subject: 'What a server wants confirmed' })
  await writeText(out, await sealWhenConfirmed({ vault, studioKeys, asks }, given))
  const { network, facts } = given
  return {
    json: {
      seals_file: out,
      confirmed: facts.map(({ statement: { kind, id } }) => ({ kind, id })),
    },
    text: `${countText(facts.length, 'fact')} confirmed. Bring ${out} back to the server, and there: ${hint(`studio confirm ${shellWord(out)} --network ${network}`, { home: undefined })}`,
  }
}

/** Back on the server. */
const takeSeals = async (
  session: Session,
  network: Network,
  { sealKey, seals }: SealsFile,
): Promise<CommandAnswer> => {
  const { vault } = await session.app()
  const creatorKey = await vault.creatorKey()
  if (creatorKey !== sealKey)
    throw new ColdpressError(
      'conflict',
      creatorKey === undefined
        ? `No vault of a creator is trusted here. To trust the one that made these seals, compare its key, then: ${hint(`studio trust ${sealKey}`)}`
        : `These seals are of the vault ${sealKey}, and the one that is trusted here is ${creatorKey}.`,
    )
  const found = await withFacts(session, network, async (studio) => {
    const taken = studio.take(seals)
    const waiting = (await studio.unconfirmed()).filter(({ isElsewhere }) => isElsewhere)
    return { taken, waiting: waiting.length }
  })
  const { taken, waiting } = found ?? { taken: [], waiting: 0 }
  if (taken.length === 0)
    throw new ColdpressError(
      'conflict',
      `None of these seals is for something that the studio on ${network} sells as it is now. Write its facts again: ${hint(`studio confirm --network ${network} --out facts.json`)}`,
    )
  const answer = confirmedAnswer(taken, { waiting, network })
  const stale = seals.length - taken.length
  return stale === 0
    ? answer
    : {
        ...answer,
        text: [
          answer.text,
          `${countText(stale, 'seal')} left out: what they are for was changed or removed since, or is of another network.`,
        ],
      }
}
