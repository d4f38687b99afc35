import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { finalityOf, isFinal } from '#contract/mints/finality-text.ts'
import type { Mint } from '#contract/mints/mint.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { cancelUnsent } from '#app/mints/cancel-mint.ts'
import { addSignatures } from '#app/mints/mint-witnesses.ts'
import { releaseWhenConfirmed } from '#app/mints/sign-mint.ts'
import { isRebuildable, isStale } from '#app/mints/stale-mint.ts'
import { asksInTerminal, type YesOption, yesOption } from '#cli/terminal/confirmation.ts'
import { mintAnswer, mintsAnswer } from './mint-answers.ts'
import { addRebuild, rebuiltInstead } from './mint-rebuild.ts'
import {
  collectionIds,
  collectionOption,
  findMintById,
  type MintSession,
  openMintSession,
} from './mint-session.ts'
import { followAndAnswer, writeMintRequest } from './mint-follow.ts'
import { readSignedFiles } from './signed-files.ts'
import { type CommandAnswer, command } from '#cli/program.ts'
import { hint } from '#cli/terminal/hint.ts'
import { OutputOption } from '#cli/options/output-option.ts'

type CollectionOption = { readonly collection?: string }

/** Commands for a mint that was built. */
export const addMintState = (mint: Command): void => {
  addStatus(mint)
  addWitness(mint)
  addRelease(mint)
  addRebuild(mint)
  addCancel(mint)
}

type StatusOptions = CollectionOption & { readonly out?: string; readonly wait?: boolean }

const addStatus = (mint: Command): void =>
  command<StatusOptions>(
    mint,
    'status [mint]',
    'show one mint, or all',
    'mint status 01k… --wait',
    (status) =>
      status
        .addOption(collectionOption('mint'))
        .addOption(
          new OutputOption(
            '--out <file>',
            'write the signing request of a mint that is held or waits for signatures',
          ),
        )
        .option('--wait', 'wait until it is confirmed'),
    async (session, { collection, out, wait }, id) => {
      if (out !== undefined && id === undefined)
        throw new ColdpressError(
          'usage',
          `--out writes the signing request of one mint. Name the mint: ${hint('mint status MINT --out FILE')}`,
        )
      // A gateway's secret may be in sealed files.
      const signs = wait === true || (id !== undefined && session.hasPassphraseFile)
      const mintSession = await openMintSession(session, { signs })
      if (id === undefined) return mintsAnswer(await mintsOf(mintSession, collection))
      const found = await findMintById(mintSession, id, collection)
      if (wait === true)
        return followAndAnswer(
          mintSession,
          await signedHere(mintSession, await lookedAgain(mintSession, found)),
          { isPatient: true, out },
        )
      if (out !== undefined) return answerRequest(mintSession, found, out)
      return mintAnswer(await lookedAgain(mintSession, found), { isLocal: mintSession.isLocal })
    },
  )

const lookMs = 250
const looks = 8

/** The studio of this command looks at what is not final as it starts, if that is due. */
const lookedAgain = async ({ client, isLocal }: MintSession, mint: Mint): Promise<Mint> => {
  const before = finalityOf(mint.transactions)
  if (!isLocal || before === undefined || isFinal(before)) return mint
  for (let look = 0; look < looks; look += 1) {
    await sleep(lookMs)
    const now = await client.getMint(mint.collection_id, mint.id)
    if (finalityOf(now.transactions)?.blocks !== before.blocks) return now
  }
  return mint
}

/** Writes the signing request of a mint; nothing is signed for that. */
const answerRequest = async (
  mintSession: MintSession,
  mint: Mint,
  out: string,
): Promise<CommandAnswer> => {
  if (mint.status !== 'awaiting_witnesses')
    throw new ColdpressError(
      'conflict',
      `No signing request was written to ${out}: mint ${mint.id} is ${mint.status}.${againText(mint)} Only a mint that is held or waits for signatures has one.`,
    )
  await writeMintRequest(mintSession, mint, out)
  return mintAnswer(mint, { requestFile: out, isLocal: mintSession.isLocal })
}

const againText = (mint: Mint): string => {
  if ((mint.replaced_by ?? null) !== null) return ` It was built again as mint ${mint.replaced_by}.`
  return isRebuildable(mint)
    ? ` To build it again: ${hint(`mint rebuild ${mint.id} --out FILE`)}`
    : ''
}

const mintsOf = async (
  mintSession: MintSession,
  collectionId: string | undefined,
): Promise<readonly Mint[]> => {
  const {
    client,
    session: { signal },
  } = mintSession
  const found: Mint[] = []
  for (const id of await collectionIds(mintSession, collectionId))
    found.push(...(await Array.fromAsync(client.mints(id, { order: 'asc', size: 10, signal }))))
  return found
}

/** The vault may be open now that was locked when the mint was built. */
const signedHere = async ({ client }: MintSession, mint: Mint): Promise<Mint> =>
  mint.status === 'awaiting_witnesses' && mint.held !== true
    ? client.addWitnesses(mint.collection_id, mint.id, { witnesses: [] })
    : mint

type WitnessOptions = CollectionOption & { readonly wait?: boolean; readonly out?: string }

const addWitness = (mint: Command): void =>
  command<WitnessOptions>(
    mint,
    'witness <mint> <files...>',
    'add signatures that others made; the last one sends the mint',
    'mint witness 01k… policy.witness --wait',
    (witness) =>
      witness
        .addOption(collectionOption('mint'))
        .addOption(
          new OutputOption(
            '--out <file>',
            'write the signing request again, if more signatures are missing',
          ),
        )
        .option('--wait', 'wait until it is confirmed'),
    async (session, { collection, wait, out }, id = '', ...paths) => {
      const files = await readSignedFiles(paths)
      const mintSession = await openMintSession(session, { signs: true })
      const found = await findMintById(mintSession, id, collection)
      if (isStale(found)) throw await rebuiltInstead(mintSession, found, out)
      const after = await addSignatures(mintSession.client, found, files)
      return followAndAnswer(mintSession, after, { isPatient: wait === true, out })
    },
  )

const addRelease = (mint: Command): void =>
  command<WitnessOptions & YesOption>(
    mint,
    'release <mint>',
    'show, sign and send a mint that was built with --hold',
    'mint release 01k… --wait',
    (release) =>
      release
        .addOption(collectionOption('mint'))
        .addOption(
          new OutputOption(
            '--out <file>',
            'where to write the signing request, if signatures are missing',
          ),
        )
        .addOption(yesOption('sign and send'))
        .option('--wait', 'wait until it is confirmed'),
    async (session, options, id = '') => {
      const { collection, wait, out } = options
      const asks = asksInTerminal(session, options, {
        subject: 'Releasing a mint',
        look: [`mint status ${id} --out mint.cpreq`, 'tx inspect mint.cpreq'],
        isQuiet: true,
        otherwise: `Nothing was signed or sent. The mint waits as before; to cancel it: ${hint(`mint cancel ${id}`)}`,
      })
      asks.canConfirm('sign')
      const mintSession = await openMintSession(session, { signs: true })
      const found = await findMintById(mintSession, id, collection)
      // There is nothing left to ask about one that is over.
      const isOver = found.status === 'completed' || found.status === 'cancelled'
      const released = isOver
        ? await mintSession.client.releaseMint(found.collection_id, found.id)
        : await releaseWhenConfirmed({ ...mintSession, asks }, found)
      return followAndAnswer(mintSession, released, { isPatient: wait === true, out })
    },
  )

const addCancel = (mint: Command): void =>
  command<CollectionOption>(
    mint,
    'cancel <mint>',
    'cancel a mint that was not sent; releases its tokens and inputs',
    'mint cancel 01k…',
    (cancel) => cancel.addOption(collectionOption('mint')),
    async (session, { collection }, id = '') => {
      const mintSession = await openMintSession(session, { signs: false })
      const found = await findMintById(mintSession, id, collection)
      return mintAnswer(await cancelUnsent(mintSession.client, found), {
        isLocal: mintSession.isLocal,
      })
    },
  )
