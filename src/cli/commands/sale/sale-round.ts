import { requiredCollection } from '#cli/options/collection-option.ts'
import { type Command, Option } from 'commander'
import { setTimeout as sleep } from 'node:timers/promises'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import type { SaleRound } from '#contract/rounds/sale-round.ts'
import { addRoundWitnesses, signingRequestOf } from '#app/sales/sale-round.ts'
import { writeRequestFile } from '#app/signing/request-file.ts'
import { writeText } from '#cli/files.ts'
import { namingOptions } from '#cli/options/option-names.ts'
import { seconds } from '#cli/options/option-values.ts'
import { type CommandAnswer, command, group } from '#cli/program.ts'
import { hint } from '#cli/terminal/hint.ts'
import {
  collectionIds,
  collectionOption,
  findInCollections,
  type MintSession,
  openMintSession,
} from '../mint/mint-session.ts'
import { readSignedFiles } from '../mint/signed-files.ts'
import { deliveredOf, roundAnswer, roundsAnswer } from './sale-round-answers.ts'
import { OutputOption } from '#cli/options/output-option.ts'

/** Paid sales that keys elsewhere sign for, collected and signed as one request. */
export const addSaleRoundCommands = (sale: Command): void => {
  const round = group(
    sale,
    'round',
    'collect paid sales that a key elsewhere signs for into one signing request',
  )
  addBuild(round)
  addStatus(round)
  addWitness(round)
  addWithdraw(round)
}

type BuildOptions = {
  readonly collection: string
  readonly validFor: number
  readonly out?: string
}

const addBuild = (round: Command): void =>
  command<BuildOptions>(
    round,
    'build',
    'build the transactions of all paid sales that wait for a signature, as one signing request',
    'sale round build --collection 01k… --valid-for 2d --out sales.cpreq',
    (build) =>
      build
        .addOption(requiredCollection('the collection whose sales are delivered'))
        .addOption(
          new Option(
            '--valid-for <time>',
            'how much time you have to sign and send, such as 12h or 3d, at most 7d',
          )
            .argParser(seconds)
            .default(86_400, '1d'),
        )
        .addOption(new OutputOption('--out <file>', 'where to write the signing request')),
    async (session, { collection, validFor, out }) => {
      const mintSession = await openMintSession(session, { signs: true })
      const made = await namingOptions({ valid_for_seconds: '--valid-for' }, () =>
        mintSession.client.createSaleRound(collection, { valid_for_seconds: validFor }),
      )
      session.terminal.info(`Signing round ${made.id}: ${countText(made.sales.length, 'sale')}.`)
      return answer(mintSession, made, { out })
    },
  )

type StatusOptions = {
  readonly collection?: string
  readonly out?: string
  readonly wait?: boolean
}

const addStatus = (round: Command): void =>
  command<StatusOptions>(
    round,
    'status [round]',
    'show one signing round, or the paid sales that wait and all rounds',
    'sale round status 01k… --out sales.cpreq',
    (status) =>
      status
        .addOption(collectionOption('round'))
        .addOption(
          new OutputOption(
            '--out <file>',
            'write the signing request of a round that waits for signatures',
          ),
        )
        .option('--wait', 'wait until its signed sales are confirmed'),
    async (session, { collection, out, wait }, id) => {
      if (out !== undefined && id === undefined)
        throw new ColdpressError(
          'usage',
          `--out writes the signing request of one round. Name the round: ${hint('sale round status ROUND --out FILE')}`,
        )
      const mintSession = await openMintSession(session, { signs: wait === true })
      if (id === undefined) return roundsAnswer(await readRounds(mintSession, collection))
      const found = await findRound(mintSession, id, collection)
      if (out !== undefined && found.status !== 'awaiting_witnesses')
        throw new ColdpressError(
          'conflict',
          `No signing request was written to ${out}: nothing of round ${id} waits for signatures.`,
        )
      const now = wait === true ? await followRound(mintSession, found, 'completed') : found
      return answer(mintSession, now, { out, isAwaited: wait })
    },
  )

const addWitness = (round: Command): void =>
  command<{ readonly collection?: string; readonly wait?: boolean }>(
    round,
    'witness <round> <files...>',
    'add signatures that were made elsewhere; each sale that has all of its own is sent',
    'sale round witness 01k… sales.witness --wait',
    (witness) =>
      witness
        .addOption(collectionOption('round'))
        .option('--wait', 'wait until the signed sales are confirmed'),
    async (session, { collection, wait }, id = '', ...paths) => {
      const files = await readSignedFiles(paths)
      const mintSession = await openMintSession(session, { signs: true })
      const found = await findRound(mintSession, id, collection)
      const after = await addRoundWitnesses(mintSession.client, found, files, new Date())
      return answer(
        mintSession,
        await followRound(mintSession, after, wait === true ? 'completed' : 'sent'),
        { isAwaited: wait },
      )
    },
  )

const addWithdraw = (round: Command): void =>
  command<{ readonly collection?: string }>(
    round,
    'withdraw <round>',
    'take back a signing round that is not signed; its sales wait again, or can be refunded',
    'sale round withdraw 01k…',
    (withdraw) => withdraw.addOption(collectionOption('round')),
    async (session, { collection }, id = '') => {
      const mintSession = await openMintSession(session, { signs: false })
      const found = await findRound(mintSession, id, collection)
      const after =
        found.status === 'withdrawn'
          ? found
          : await mintSession.client.withdrawSaleRound(found.collection_id, id)
      return answer(mintSession, after)
    },
  )

/** Answers how a round stands, and writes its signing request where one is asked for. */
const answer = async (
  { app, client, isLocal }: MintSession,
  round: SaleRound,
  {
    out,
    isAwaited = false,
  }: { readonly out?: string | undefined; readonly isAwaited?: boolean | undefined } = {},
): Promise<CommandAnswer> => {
  const isWritten = out !== undefined && round.status === 'awaiting_witnesses'
  if (isWritten) {
    const text = writeRequestFile(await signingRequestOf(client, round, app))
    await writeText(out, text)
  }
  return roundAnswer(round, { requestFile: isWritten ? out : undefined, isLocal, isAwaited })
}

const readRounds = async (mintSession: MintSession, collectionId: string | undefined) => {
  const {
    client,
    session: { signal },
  } = mintSession
  const found = []
  for (const id of await collectionIds(mintSession, collectionId))
    found.push({ id, ...(await client.saleRounds(id, { signal })) })
  return found
}

const findRound = async (
  mintSession: MintSession,
  id: string,
  collectionId: string | undefined,
): Promise<SaleRound> => {
  const { client, session } = mintSession
  const found = await findInCollections(mintSession, collectionId, (collection) =>
    client.getSaleRound(collection, id, { signal: session.signal }),
  )
  if (found !== undefined) return found
  throw new ColdpressError(
    'not_found',
    `No signing round ${id}. To list your rounds: ${hint('sale round status')}`,
  )
}

/** Where nothing answers, a command that need not wait does not wait for it. */
const sendingMs = 20_000

/** Watches a round until its signed sales are confirmed, or only in a block. */
const followRound = async (
  { client, session: { terminal, signal: interrupted } }: MintSession,
  round: SaleRound,
  until: 'sent' | 'completed',
): Promise<SaleRound> => {
  const patience = until === 'sent' ? [AbortSignal.timeout(sendingMs)] : []
  const signal = AbortSignal.any([interrupted, ...patience])
  let now = round
  try {
    while (isOnItsWay(now, until)) {
      if (terminal.canDraw) terminal.draw(deliveredOf(now))
      await sleep(500, undefined, { signal })
      now = await client.getSaleRound(round.collection_id, round.id, { signal })
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    if (terminal.canDraw) terminal.draw('')
  }
  return now
}

const isOnItsWay = ({ sales }: SaleRound, until: 'sent' | 'completed'): boolean =>
  sales.some(
    ({ status }) => status === 'submitting' || (until === 'completed' && status === 'minting'),
  )
